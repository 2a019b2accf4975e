/// Which services call which others while they answer.
///
/// The graph has no circles: two services that wait for each other could fill each other's capacity and stand still.
/// Whatever does not fit in here is told by events. The gateway and the command line tool stand outside, and call
/// everybody.
package enum CallGraph {
    package static let callees: [ServiceName: Set<ServiceName>] = [
        .auth: [],
        // A change is answered with its new target.
        .profile: [.calculator],
        .calculator: [],
        .catalog: [],
        // An entry keeps what its food contained; a menu is made for a profile, of foods, by the calculator.
        .diary: [.catalog, .profile, .calculator],
        .leaderboard: [],
    ]

    /// Whom a process may call; nil if it may call everybody.
    ///
    /// - Parameter process: Its name, which is that of its service if it has one.
    /// - Returns: The services, each with all its names.
    package static func callees(ofProcess process: String) -> Set<ServiceName>? {
        callees[ServiceName(rawValue: process)]
    }
}
