extension ServiceName {
    package static let profile = Self(rawValue: "profile")
}

extension Scope {
    public static let profileRead = Self(named: "profile:read")
    public static let profileWrite = Self(named: "profile:write")
}

extension ServiceDescription {
    static let profile = ServiceDescription(
        .profile,
        "profiles and targets",
        hasDatabase: true,
        // The reply to a change contains the new target.
        callees: [.calculator],
        sources: [.auth],
        area: APIArea(
            "Profile and target",
            "Body data, measurements, energy targets and projections.",
            paths: ["/v1/profile", "/v1/calculator"]
        ),
        scopes: [.profileRead, .profileWrite],
        probePath: "/v1/profile",
        events: [ProfileChanged.self, TargetChanged.self, DayMeasured.self],
        contracts: [API.profileMethods, API.measurementMethods, API.targetMethods, API.profileImageMethods],
        needs: Needs(memoryMiB: 256, "Uses 10 to 20 MB when idle; each image upload takes 5 MB.")
    )
}
