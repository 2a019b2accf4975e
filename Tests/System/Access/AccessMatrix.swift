/// Lists every route with its audience, independently of the gateway.
///
/// Methods for the operator have no rows, because they have no routes.
enum AccessMatrix {
    static let rules =
        open + account + administration + profile + foods + ownFoods + healthyFoods + healthyFoodAdministration + diary
        + diaryDays + diaryFiles + entryImages + insights + groups + composed + leaving

    /// Routes for signed-in users that reject personal access tokens because they manage accounts, or because their
    /// answers have data of several scopes.
    static let closedToTokens = Set(
        (account + administration + healthyFoodAdministration + composed + leaving).map(\.route)
    )

    private static let composed = [
        AccessRule("GET", "/v1/start", .signedIn, granted: 200),
        AccessRule("GET", "/v1/foods/offline", .signedIn, query: "?language=uk", granted: 200),
    ]

    private static let open = [
        AccessRule("GET", "/health/live", .anyone, granted: 200),
        AccessRule("GET", "/health/ready", .anyone, granted: 200),
        AccessRule("GET", "/v1/meta", .anyone, granted: 200),
        // Restricted by client address, which `Gateway/MetricsAccessTests` checks.
        AccessRule("GET", "/metrics", .anyone, granted: 200),
        AccessRule("GET", "/legal/privacy", .anyone, granted: 200),
        AccessRule("GET", "/openapi.yaml", .anyone, granted: 200),
        AccessRule("GET", "/openapi.json", .anyone, granted: 200),
        AccessRule("GET", "/docs", .anyone, granted: 200),
        // 404 because the stack of the test has no contact of an operator.
        AccessRule("GET", "/.well-known/security.txt", .anyone, granted: 404),
        AccessRule("GET", "/.well-known/jwks.json", .anyone, granted: 200),
        AccessRule("POST", "/v1/auth/email-status", .anyone, body: "{}", granted: 400),
        AccessRule("POST", "/v1/auth/register", .anyone, body: "{}", granted: 400),
        AccessRule("POST", "/v1/auth/login", .anyone, body: "{}", granted: 400),
        AccessRule("POST", "/v1/auth/login/totp", .anyone, body: "{}", granted: 400),
        // Only a demonstration signs anyone in, which the stack of the test is not: see `DemoTests`.
        AccessRule("POST", "/v1/auth/login/demo", .anyone, body: #"{"account":"anna"}"#, granted: 403),
        AccessRule("POST", "/v1/auth/refresh", .anyone, body: "{}", granted: 400),
        AccessRule("POST", "/v1/auth/password/forgot", .anyone, body: "{}", granted: 400),
        AccessRule("POST", "/v1/auth/password/reset", .anyone, body: "{}", granted: 400),
        AccessRule("POST", "/v1/auth/email/confirm", .anyone, body: "{}", granted: 400),
        AccessRule("POST", "/v1/calculator/target", .anyone, body: "{}", granted: 400),
        // The signed URL of an image is its only permission.
        AccessRule("GET", "/v1/profile/image/{id}", .anyone, of: .image, granted: 404),
        AccessRule("GET", "/v1/foods/image/{id}", .anyone, of: .image, granted: 404),
        AccessRule("GET", "/v1/diary/image/{id}", .anyone, of: .image, granted: 404),
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
        // No caller has an export with this id. A missing export and another user's export give the same answer.
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
        AccessRule("GET", "/v1/admin/food-reports", .staff, granted: 200),
        AccessRule("GET", "/v1/admin/system", .admins, granted: 200),
        // No report has this id.
        AccessRule("POST", "/v1/admin/food-reports/{id}/close", .staff, of: .newEntry, body: "{}", granted: 404),
        AccessRule("DELETE", "/v1/admin/invitations/{id}", .staff, of: .invitation, granted: 204),
    ]

    /// Routes that end the callers' sessions; they come last.
    private static let leaving = [
        AccessRule("POST", "/v1/auth/logout", .signedIn, body: "{}", granted: 204)
    ]
}
