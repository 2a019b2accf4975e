import Contracts
import HTTPTypes

extension RouteTable {
    /// Adds the routes that only forward; others are in `SessionRoutes`, `ClientRoutes`, `LogoutRoute` and
    /// `HealthRoutes`.
    ///
    /// A route without a scope does not accept personal access tokens, like all routes that manage an account.
    mutating func addAPI() {
        add(.get, "/v1/auth/sessions", AuthSessionsList.method, [.query("limit", .wholeNumber), .query("cursor")])
        add(.delete, "/v1/auth/sessions", AuthSessionsEndOthers.method, success: .noContent)
        add(.delete, "/v1/auth/sessions/{id}", AuthSessionsEnd.method, [.path("id")], success: .noContent)
        add(.put, "/v1/auth/password", AuthPasswordChange.method, success: .noContent)
        add(.put, "/v1/auth/email", AuthEmailChange.method, success: .accepted)
        add(.post, "/v1/auth/email/confirm", AuthEmailConfirm.method, success: .noContent)
        add(.get, "/v1/auth/totp", AuthTotpStatus.method)
        add(.post, "/v1/auth/totp", AuthTotpBegin.method)
        add(.post, "/v1/auth/totp/confirm", AuthTotpConfirm.method)
        add(.delete, "/v1/auth/totp", AuthTotpRemove.method, success: .noContent, takesBody: true)
        add(.get, "/v1/auth/tokens", AuthTokensList.method)
        add(.post, "/v1/auth/tokens", AuthTokensMake.method, success: .created)
        add(.delete, "/v1/auth/tokens/{id}", AuthTokensRevoke.method, [.path("id")], success: .noContent)
        add(.post, "/v1/account/deletion", AuthAccountDelete.method, success: .accepted)
        add(.get, "/.well-known/jwks.json", AuthKeys.method)

        addProfile()

        add(.post, "/v1/calculator/target", CalculatorTarget.method)
        add(.post, "/v1/calculator/projection", CalculatorProjection.method, scope: .profileRead)

        add(
            .get,
            "/v1/foods",
            CatalogSearch.method,
            [.query("q"), .query("language"), .query("limit", .wholeNumber), .query("cursor")],
            scope: .foodsRead
        )
        add(
            .get,
            "/v1/foods/{id}",
            CatalogGet.method,
            [.path("id"), .query("language")],
            scope: .foodsRead,
            answersVersion: true
        )
        addOwnFoods()
        addRecipes()
        addHealthyFoods()
        add(
            .get,
            "/v1/foods/barcode/{gtin}",
            CatalogBarcode.method,
            [.path("gtin"), .query("language")],
            scope: .foodsRead
        )

        addDiary()
        addLeaderboard()
        addRemoteFoods()
        addAdministration()
    }
}
