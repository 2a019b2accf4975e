import Contracts
import HTTPTypes

extension RouteTable {
    /// The whole API at a glance; what is not here is in `SessionRoutes` and `HealthRoutes`.
    mutating func addAPI() {
        add(.post, "/v1/auth/email-status", AuthEmailStatus.method)
        add(.post, "/v1/auth/logout", AuthLogout.method, success: .noContent)
        add(.get, "/v1/auth/sessions", AuthSessionsList.method, [.query("limit", .wholeNumber), .query("cursor")])
        add(.delete, "/v1/auth/sessions", AuthSessionsEndOthers.method, success: .noContent)
        add(.delete, "/v1/auth/sessions/{id}", AuthSessionsEnd.method, [.path("id")], success: .noContent)
        add(.put, "/v1/auth/password", AuthPasswordChange.method, success: .noContent)
        add(.post, "/v1/auth/password/reset", AuthPasswordReset.method, success: .noContent)
        add(.put, "/v1/auth/email", AuthEmailChange.method, success: .accepted)
        add(.post, "/v1/auth/email/confirm", AuthEmailConfirm.method, success: .noContent)
        add(.get, "/v1/auth/totp", AuthTotpStatus.method)
        add(.post, "/v1/auth/totp", AuthTotpBegin.method)
        add(.post, "/v1/auth/totp/confirm", AuthTotpConfirm.method)
        add(.delete, "/v1/auth/totp", AuthTotpRemove.method, success: .noContent, takesBody: true)
        add(.post, "/v1/account/deletion", AuthAccountDelete.method, success: .accepted)
        add(.get, "/.well-known/jwks.json", AuthKeys.method)

        add(.get, "/v1/profile", ProfileGet.method)
        add(.patch, "/v1/profile", ProfileUpdate.method)
        add(.get, "/v1/profile/targets", ProfileTargets.method, [.query("from"), .query("to")])

        add(.post, "/v1/calculator/target", CalculatorTarget.method)
        add(.post, "/v1/calculator/projection", CalculatorProjection.method)

        add(
            .get,
            "/v1/foods",
            CatalogSearch.method,
            [.query("q"), .query("language"), .query("limit", .wholeNumber), .query("cursor")]
        )
        add(.get, "/v1/foods/{id}", CatalogGet.method, [.path("id")])

        add(.get, "/v1/diary/days/{date}", DiaryDayGet.method, [.path("date")])
        add(.get, "/v1/diary/days", DiaryDays.method, [.query("from"), .query("to")])
        add(.post, "/v1/diary/days/{date}/entries", DiaryEntriesAdd.method, [.path("date")], success: .created)
        add(.patch, "/v1/diary/entries/{id}", DiaryEntriesUpdate.method, [.path("id"), .ifMatch])
        add(.delete, "/v1/diary/entries/{id}", DiaryEntriesRemove.method, [.path("id"), .ifMatch], success: .noContent)
        add(.get, "/v1/diary/progress", DiaryProgress.method, [.query("from"), .query("to"), .query("by")])

        add(
            .get,
            "/v1/leaderboard",
            LeaderboardTop.method,
            [.query("period"), .query("metric"), .query("limit", .wholeNumber)]
        )
    }
}
