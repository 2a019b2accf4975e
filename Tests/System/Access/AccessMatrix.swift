import Contracts

/// Every route and who may call it, written down apart from the gateway.
///
/// What is for who runs the set is in no row: it has no route.
enum AccessMatrix {
    static let rules =
        open + account + administration + profile + foods + ownFoods + healthyFoods + healthyFoodAdministration + diary
        + diaryBook + diaryFiles + entryImages + insights + groups + leaving

    /// Routes for those who are signed in that no personal access token may call, because they manage accounts.
    static let closedToTokens = Set((account + administration + healthyFoodAdministration + leaving).map(\.route))

    private static let open = [
        AccessRule("GET", "/health/live", .everybody, granted: 200),
        AccessRule("GET", "/health/ready", .everybody, granted: 200),
        AccessRule("GET", "/v1/meta", .everybody, granted: 200),
        // By the address, whoever it is; see `Gateway/MetricsAccessTests`.
        AccessRule("GET", "/metrics", .everybody, granted: 200),
        AccessRule("GET", "/legal/privacy", .everybody, granted: 200),
        // 404 because the stack of the test has no contact of an operator.
        AccessRule("GET", "/.well-known/security.txt", .everybody, granted: 404),
        AccessRule("GET", "/.well-known/jwks.json", .everybody, granted: 200),
        AccessRule("POST", "/v1/auth/email-status", .everybody, body: "{}", granted: 400),
        AccessRule("POST", "/v1/auth/register", .everybody, body: "{}", granted: 400),
        AccessRule("POST", "/v1/auth/login", .everybody, body: "{}", granted: 400),
        AccessRule("POST", "/v1/auth/login/totp", .everybody, body: "{}", granted: 400),
        AccessRule("POST", "/v1/auth/refresh", .everybody, body: "{}", granted: 400),
        AccessRule("POST", "/v1/auth/password/forgot", .everybody, body: "{}", granted: 400),
        AccessRule("POST", "/v1/auth/password/reset", .everybody, body: "{}", granted: 400),
        AccessRule("POST", "/v1/auth/email/confirm", .everybody, body: "{}", granted: 400),
        AccessRule("POST", "/v1/calculator/target", .everybody, body: "{}", granted: 400),
        // Whoever has the signed address of a picture may see it, and nobody else.
        AccessRule("GET", "/v1/profile/image/{id}", .everybody, of: .picture, granted: 404),
        AccessRule("GET", "/v1/foods/image/{id}", .everybody, of: .picture, granted: 404),
        AccessRule("GET", "/v1/diary/image/{id}", .everybody, of: .picture, granted: 404),
    ]

    private static let account = [
        AccessRule("GET", "/v1/auth/sessions", .signedIn, granted: 200),
        AccessRule("DELETE", "/v1/auth/sessions", .signedIn, granted: 204),
        AccessRule("DELETE", "/v1/auth/sessions/{id}", .owner, of: .session, granted: 204),
        AccessRule("PUT", "/v1/auth/password", .signedIn, body: "{}", granted: 400),
        AccessRule("PUT", "/v1/auth/email", .signedIn, body: "{}", granted: 400),
        AccessRule("GET", "/v1/auth/totp", .signedIn, granted: 200),
        AccessRule("POST", "/v1/auth/totp", .signedIn, body: "{}", granted: 400),
        AccessRule("POST", "/v1/auth/totp/confirm", .signedIn, body: "{}", granted: 400),
        AccessRule("DELETE", "/v1/auth/totp", .signedIn, body: "{}", granted: 400),
        AccessRule("GET", "/v1/auth/tokens", .signedIn, granted: 200),
        AccessRule("POST", "/v1/auth/tokens", .signedIn, body: "{}", granted: 400),
        AccessRule("DELETE", "/v1/auth/tokens/{id}", .owner, of: .token, granted: 204),
        AccessRule("POST", "/v1/account/deletion", .signedIn, body: "{}", granted: 400),
        AccessRule("POST", "/v1/account/exports", .signedIn, body: "{}", granted: 400),
        // No id of theirs is one of an export: not there, or not yours, is the same answer.
        AccessRule("GET", "/v1/account/exports/{id}", .signedIn, of: .session, granted: 404),
    ]

    private static let administration = [
        AccessRule("GET", "/v1/admin/users", .staff, granted: 200),
        AccessRule("PATCH", "/v1/admin/users/{id}", .staff, of: .bystander, body: #"{"disabled":false}"#, granted: 200),
        AccessRule(
            "PATCH",
            "/v1/admin/users/{id}",
            .admins,
            of: .bystander,
            body: #"{"roles":["staff"]}"#,
            granted: 200
        ),
        AccessRule("GET", "/v1/admin/invitations", .staff, granted: 200),
        AccessRule("POST", "/v1/admin/invitations", .staff, body: "{}", granted: 201),
        AccessRule("DELETE", "/v1/admin/invitations/{id}", .staff, of: .invitation, granted: 204),
    ]

    /// What ends the sessions by which the others are called.
    private static let leaving = [
        AccessRule("POST", "/v1/auth/logout", .signedIn, body: "{}", granted: 204)
    ]
}
