import BrokerCore
import Contracts

extension AttemptToken {
    /// Reads sixteen bytes: epoch and number in the host's byte order, since only this broker reads them.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count == 16 else { return nil }
        self.init(
            epoch: bytes.loadUnaligned(fromByteOffset: 0, as: UInt64.self),
            number: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
        )
    }

    func withBytes(_ body: (UnsafeRawBufferPointer) -> Void) {
        withUnsafeBytes(of: (epoch, number), body)
    }
}

extension FailureReason {
    /// Returns the error that the client gets.
    func serviceError(service: String) -> ServiceError {
        switch self {
        case .overloaded(let retryAfterMs):
            ServiceError(
                .overloaded,
                "\(service) has as many requests waiting as it can hold; try again in a moment.",
                params: ["retryAfterMs": "\(retryAfterMs)", "service": service]
            )
        case .unavailable:
            ServiceError(
                .unavailable,
                "No instance of \(service) is running; try again in a moment.",
                params: ["service": service]
            )
        case .deadlineExceeded:
            ServiceError(.deadlineExceeded, "\(service) did not answer in time.", params: ["service": service])
        case .workerCrashed:
            ServiceError(
                .workerCrashed,
                "Two instances of \(service) ended while they worked on this request.",
                params: ["service": service]
            )
        case .outcomeUnknown:
            ServiceError(
                .outcomeUnknown,
                "\(service) ended while it worked on this request; it may have happened.",
                params: ["service": service]
            )
        }
    }
}
