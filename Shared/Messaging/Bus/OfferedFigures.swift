package import Contracts

/// What a process has done under one of the names by which it is called.
package struct OfferedFigures: Sendable {
    package let service: ServiceName
    package let capacity: Int
    package let inFlight: Int
    package let methods: [MethodFigures]
}

/// What one method of a process has done.
package struct MethodFigures: Sendable {
    package let name: String
    /// How often it took which time; see ``Buckets``.
    package let times: [UInt64]
    package let totalNs: UInt64
    /// Requests that were answered with an error, by its code.
    package let errors: [ErrorCode: Int]
}
