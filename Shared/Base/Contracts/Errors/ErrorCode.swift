/// The reasons why a call can fail.
///
/// The gateway maps each to an HTTP status and a problem document.
public enum ErrorCode: String, Codable, Sendable, CaseIterable {
    /// The body is not JSON, or JSON of another shape than the method expects.
    case malformed
    /// The shape is correct, but a value violates a rule.
    case invalid
    /// There is no access token, or it is forged or expired.
    case unauthenticated
    /// E-mail address or password is wrong.
    case wrongCredentials
    /// The password is correct; a code is required next, with the `challenge` from the parameters.
    case secondFactorRequired
    /// Signed in, but not permitted.
    case forbidden
    /// The account is disabled until staff or an admin enables it.
    case accountDisabled
    /// Registration is closed.
    case registrationClosed
    /// Registration requires a valid invitation.
    case invitationNeeded
    /// Does not exist, or does not belong to the caller.
    case notFound
    /// The request contradicts stored data, such as an e-mail address in use.
    case conflict
    /// `If-Match` names another version than the stored one.
    case versionMismatch
    /// Exceeds the size of a message.
    case tooLarge
    /// The content type is not accepted here.
    case unsupportedMediaType
    /// The route exists with other HTTP methods.
    case methodNotAllowed
    /// A rate limit was reached.
    case tooManyRequests
    /// Profile fields required for a target are missing.
    case profileIncomplete
    /// The service is at its capacity.
    case overloaded
    /// The service has no instance.
    case unavailable
    /// The deadline of the request has passed.
    case deadlineExceeded
    /// The caller disconnected or cancelled.
    case cancelled
    /// The worker that handled the request died, twice.
    case workerCrashed
    /// The worker that handled the request died, and the request may not be retried.
    case outcomeUnknown
    /// The worker is at its capacity; the broker queues the request again.
    case busy
    /// The service does not know the method.
    case unknownMethod
    /// There is no disk space left.
    case diskFull
    /// A defect; the log of the instance has the cause under the request's id.
    case internalError

    /// Whether the same request may succeed a little later.
    public var isRetryable: Bool {
        switch self {
        case .overloaded, .unavailable, .deadlineExceeded, .workerCrashed, .tooManyRequests, .busy, .diskFull: true
        default: false
        }
    }
}
