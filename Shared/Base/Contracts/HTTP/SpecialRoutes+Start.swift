/// Answers that the gateway composes of several services.
extension SpecialRoutes {
    static let composed = [start, offlineFoods]

    /// It has data of several scopes, so no personal token may read it.
    public static let start = RouteDescription(
        .get,
        "/v1/start",
        "Returns all that an app shows first: today, target, recent foods, cart, profile, and what waits.",
        access: .user,
        parameters: [.init("If-None-Match", in: .header, .text, "The `ETag` of an answer that the client has.")],
        responses: [
            .init(200, .json(Start.self), "The parts; `unavailable` names the services of missing parts."),
            .init(304, nil, "The client has the newest answer."),
        ]
    )

    /// It has data of several scopes, so no personal token may read it.
    public static let offlineFoods = RouteDescription(
        .get,
        "/v1/foods/offline",
        "Returns the foods that a device keeps for use without a connection: own, recent and common ones.",
        access: .user,
        parameters: [
            .init("language", in: .query, .field(of: CatalogOffline.self), "The language of the names, such as `uk`."),
            .init("If-None-Match", in: .header, .text, "The `ETag` of a file that the client has."),
        ],
        responses: [
            .init(200, .json(OfflineFoods.self), "The foods; `unavailable` names the services of missing parts."),
            .init(304, nil, "The client has the newest file."),
        ],
        errors: [.invalid]
    )
}
