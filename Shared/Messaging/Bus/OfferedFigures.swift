package import Contracts

/// The metrics of a process under one of its service names.
package struct OfferedFigures: Sendable {
    package let service: ServiceName
    package let capacity: Int
    package let inFlight: Int
    package let methods: [MethodFigures]
}

/// The metrics of one method of a process.
package struct MethodFigures: Sendable {
    package let name: String
    /// The histogram of its durations; see ``Buckets``.
    package let times: [UInt64]
    package let totalNs: UInt64
    /// Requests that were answered with an error, by error code.
    package let errors: [ErrorCode: Int]
}
