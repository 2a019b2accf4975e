/// Every reason for which a call can fail.
///
/// The gateway turns each into a status and a problem document.
package enum ErrorCode: String, Codable, Sendable, CaseIterable {
    /// The body is no JSON, or JSON of another shape than the method takes.
    case malformed
    /// The shape is right, a value breaks a rule.
    case invalid
    /// Nobody is signed in, or the token is forged or has expired.
    case unauthenticated
    /// E-mail or password is wrong.
    case wrongCredentials
    /// The password is right; a code is asked for next, with the `challenge` of the parameters.
    case secondFactorRequired
    /// Signed in, but not allowed.
    case forbidden
    /// The account cannot be used any more, until somebody who looks after accounts enables it.
    case accountDisabled
    /// Nobody can make an account here.
    case registrationClosed
    /// An account needs an invitation that is still good.
    case invitationNeeded
    /// Not there, or not the caller's.
    case notFound
    /// The request contradicts what is stored, such as an e-mail address that is taken.
    case conflict
    /// `If-Match` names another version than the stored one.
    case versionMismatch
    /// More than a message may hold.
    case tooLarge
    /// The content type is not taken here.
    case unsupportedMediaType
    /// The route is there, with other HTTP methods.
    case methodNotAllowed
    /// A limit on how often was reached.
    case tooManyRequests
    /// A target needs profile fields that are missing.
    case profileIncomplete
    /// The service has as much work as it can hold.
    case overloaded
    /// No instance of the service is there.
    case unavailable
    /// The time of the request ran out.
    case deadlineExceeded
    /// The caller went away or cancelled.
    case cancelled
    /// The request was with a worker that died, twice.
    case workerCrashed
    /// The request was with a worker that died, and may not be sent again.
    case outcomeUnknown
    /// The worker holds its capacity already; the broker queues the request again.
    case busy
    /// The service does not know the method.
    case unknownMethod
    /// There is no room left to write.
    case diskFull
    /// A defect; the log of the instance has the cause under the request's id.
    case internalError

    /// Whether the same request may well succeed a little later.
    package var isRetryable: Bool {
        switch self {
        case .overloaded, .unavailable, .deadlineExceeded, .workerCrashed, .tooManyRequests, .busy, .diskFull: true
        default: false
        }
    }
}
