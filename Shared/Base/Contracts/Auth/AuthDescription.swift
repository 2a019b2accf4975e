extension ServiceName {
    package static let auth = Self(rawValue: "auth")
}

extension ServiceDescription {
    static let auth = ServiceDescription(
        .auth,
        "accounts and sessions",
        hasDatabase: true,
        // The language of letters.
        sources: [.profile],
        area: APIArea(
            "Accounts",
            "Registration, sign-in, sessions, second factor, personal tokens, export and erasure.",
            paths: ["/v1/auth/", "/v1/account/"]
        ),
        probePath: "/v1/auth/sessions",
        events: [AccountCreated.self, AccountErased.self, AccountEmailChanged.self, SessionsEnded.self],
        contracts: [
            API.authMethods, API.registrationMethods, API.sessionMethods, API.exportMethods, API.emailMethods,
            API.totpMethods, API.demoMethods, API.tokenMethods, API.endedSessions, API.adminUsers,
            API.adminInvitations, API.operatorMethods,
        ],
        needs: Needs(
            memoryMiB: 256,
            "Hashes two passwords at once, 19 MiB each. A larger MEALWIRE_AUTH_ARGON2_MEMORY_MIB needs more.",
            secrets: ["auth.sealing-key"],
            hasResources: true
        )
    )
}
