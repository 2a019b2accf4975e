import Contracts
import MessageBus

/// Asks a service for a part of a composed answer.
struct ServicePart {
    /// Errors of a part that are errors of the whole answer: they concern the caller, not the service.
    private static let fatal: Set<ErrorCode> = [.unauthenticated, .forbidden, .cancelled, .invalid, .malformed]

    /// The call that the answer belongs to; all parts end at its deadline.
    let call: Contracts.RequestContext
    let bus: MessageBus

    /// Returns the JSON of a reply, or why there is none.
    func reply(_ method: Contracts.Method, _ payload: [UInt8] = Array("{}".utf8)) async -> Result<[UInt8], ServiceError>
    {
        do throws(ServiceError) {
            return .success(try await bus.forward(method, payload: payload, call.nested(until: call.deadline)).payload)
        } catch {
            return .failure(error)
        }
    }

    /// Returns a part that may be left out if its service failed.
    ///
    /// - Throws: An error that concerns the caller.
    static func checked(
        _ part: Result<[UInt8], ServiceError>
    ) throws(ServiceError) -> Result<[UInt8], ServiceError> {
        if case .failure(let error) = part, fatal.contains(error.code) { throw error }
        return part
    }
}
