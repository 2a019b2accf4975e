/// What admins see of the whole stack.
extension SpecialRoutes {
    static let administration = [system]

    /// It reports on all users together, so no personal token may read it.
    public static let system = RouteDescription(
        .get,
        "/v1/admin/system",
        "Returns the processes, queues, rates, times and storage of the stack, and its last hour; for admins.",
        access: .user,
        role: .admin,
        parameters: [
            .init("since", in: .query, .time, "The `at` of an answer: the history then has only later samples.")
        ],
        responses: [.init(200, .json(SystemState.self), "The state, at most ten seconds old.")],
        errors: [.forbidden, .invalid]
    )
}
