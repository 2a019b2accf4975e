/// Answers that the gateway composes of several services.
extension SpecialRoutes {
    static let composed = [start]

    /// It has data of several scopes, so no personal token may read it.
    public static let start = RouteDescription(
        .get,
        "/v1/start",
        "Returns all that an app shows first: today, target, recent foods, cart, profile, and what waits.",
        access: .user,
        parameters: [.init("If-None-Match", in: .header, .text, "The `ETag` of an answer that the client has.")],
        responses: [
            .init(200, .json(Start.self), "The parts; `unavailable` names services whose parts are missing."),
            .init(304, nil, "The client has the newest answer."),
        ]
    )
}
