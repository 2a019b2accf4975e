/// What people do during a run: decides each request, and remembers what answers change.
///
/// It knows no socket and no clock; a seed decides everything.
package protocol LoadScenario: AnyObject {
    /// Kinds of requests, as reports name them; a call's `action` is a place among these.
    var actions: [String] { get }

    /// The next request.
    ///
    /// - Parameter hour: Of the day, where the run is one.
    /// - Returns: A call with its action.
    func next(hour: Double?) -> LoadCall

    /// Hears what came of a request.
    func answered(_ call: LoadCall, isGood: Bool)
}

/// The scenarios by their names.
package enum LoadScenarioName: String, Sendable, CaseIterable {
    case calculator
    case search
    case diary
    case call

    /// Whether people have to be made for it.
    package var needsPeople: Bool { self == .search || self == .diary }

    /// For who asks what there is.
    package static let explanation = """
        calculator: targets for people of all kinds, which nobody has to sign in for; search: foods, typed letter by letter; \
        diary: a day's mix of reading the day, searching, logging by hand and by the cart, changing, progress and \
        leaderboard; call: one method again and again, straight on the queue (--method, --request or --request-file, --as)
        """
}
