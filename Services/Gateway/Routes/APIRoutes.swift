import Contracts
import HTTPTypes

extension RouteTable {
    /// Adds the routes that only forward; others are in `SessionRoutes`, `ClientRoutes`, `LogoutRoute` and
    /// `HealthRoutes`.
    ///
    /// A route without a scope does not accept personal access tokens, like all routes that manage an account.
    mutating func addAPI() {
        addAccount()
        addProfile()
        addCalculator()
        addFoods()
        addDiary()
        addLeaderboard()
        addRemoteFoods()
        addAdministration()
    }

    /// Adds the routes of the calculator.
    private mutating func addCalculator() {
        add(.post, "/v1/calculator/target", CalculatorTarget.method)
        add(.post, "/v1/calculator/projection", CalculatorProjection.method, scope: .profileRead)
    }
}
