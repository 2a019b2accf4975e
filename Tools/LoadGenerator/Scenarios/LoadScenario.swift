package import Contracts

/// A scenario: creates each request, and records the effects of responses.
///
/// It uses no sockets and no clocks; the seed determines everything.
package protocol LoadScenario: AnyObject {
    /// The names of the actions in reports; a call's `action` is an index into them.
    var actions: [String] { get }

    /// Returns the next request.
    ///
    /// - Parameter hour: The hour of the simulated day; nil for other shapes.
    /// - Returns: A call with its action.
    func next(hour: Double?) -> LoadCall

    /// Handles the response to a request.
    func answered(_ call: LoadCall, isGood: Bool)
}

/// The scenarios by name.
package enum LoadScenarioName: String, Sendable, CaseIterable {
    case calculator
    case search
    case diary
    case call

    /// Whether the scenario needs accounts.
    package var needsPeople: Bool { self == .search || self == .diary }

    /// The description of all scenarios for the help text.
    package static let explanation = """
        calculator: targets for varied users, without sign-in; search: foods, typed letter by letter; diary: a mix of viewing \
        the day, searching, logging by hand and through the cart, changing, progress and \
        leaderboard; call: one method repeatedly, directly on the queue (--method, --request or --request-file, --as)
        """
}

/// Repeats one method with one request.
package final class CallScenario: LoadScenario {
    package let actions: [String]
    private let call: LoadCall

    package init(_ method: Method, json: String, isSignedIn: Bool) {
        actions = [method.name]
        call = LoadCall(method, json: json, action: 0, person: isSignedIn ? 0 : nil)
    }

    package func next(hour: Double?) -> LoadCall { call }

    package func answered(_ call: LoadCall, isGood: Bool) {}
}
