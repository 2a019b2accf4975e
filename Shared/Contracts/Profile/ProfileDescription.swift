extension ServiceName {
    package static let profile = Self(rawValue: "profile")
}

extension ServiceDescription {
    static let profile = ServiceDescription(
        .profile,
        "profiles and targets",
        hasDatabase: true,
        // The reply to a change contains the new target.
        callees: [.calculator],
        sources: [.auth],
        events: [ProfileChanged.self, TargetChanged.self, DayMeasured.self],
        contracts: [API.profileMethods, API.measurementMethods, API.targetMethods, API.profileImageMethods],
        needs: Needs(memoryMiB: 256, "Uses 10 to 20 MB when idle; each image upload takes 5 MB.")
    )
}
