/// The services that each service calls while it handles a request.
///
/// The graph has no cycles: two services that wait for each other could fill each other's capacity and deadlock.
/// Dependencies that would form a cycle use events instead. The gateway and the command line tool are not part of the
/// graph and may call every service.
package enum CallGraph {
    package static let callees = Dictionary(
        uniqueKeysWithValues: ServiceDescription.all.map { ($0.name, $0.callees) }
    )

    /// Returns the services that a process may call; nil if it may call all.
    ///
    /// - Parameter process: The name of the process, which is that of its service if it has one.
    /// - Returns: The services; each implies its bulk names.
    package static func callees(ofProcess process: String) -> Set<ServiceName>? {
        callees[ServiceName(rawValue: process)]
    }
}
