package import Contracts

/// Why a source gave no answer.
///
/// It never holds an address or what a library says of one, because keys stand in addresses.
package enum RemoteFailure: Error, Hashable, Sendable {
    case timedOut
    /// Not reached, or it hung up.
    case unreachable
    /// It answered with an HTTP status that is no answer.
    case refused(status: Int)
    /// It says that it does not know the application's id or key.
    case wrongKey
    /// More bytes than an answer has.
    case tooLarge
    /// Redirected too often, or to somebody who was not to be asked.
    case misled
    /// Not of the form that its documentation names.
    case unreadable
    /// It was asked too often, by its own count or by ours.
    case tooManyRequests(retryAfterS: Int)
    /// It failed several times in a row, and is left alone.
    case resting(retryAfterS: Int)

    package var state: RemoteState {
        switch self {
        case .timedOut: .timedOut
        case .tooManyRequests: .tooManyRequests
        case .resting: .resting
        default: .failed
        }
    }

    /// In how many seconds it may be asked again, where that is known.
    package var retryAfterS: Int? {
        switch self {
        case .tooManyRequests(let seconds), .resting(let seconds): seconds
        default: nil
        }
    }

    /// What is said to people.
    package func sentence(_ source: RemoteSourceName) -> String {
        switch self {
        case .timedOut: "\(source.title) did not answer in time."
        case .unreachable: "\(source.title) could not be reached, or hung up."
        case .refused(let status): "\(source.title) answered with the status \(status)."
        case .wrongKey: "\(source.title) does not take this server's application id and key."
        case .tooLarge: "\(source.title) answered with more than an answer holds."
        case .misled: "\(source.title) sent this server on to somebody whom it does not ask."
        case .unreadable: "\(source.title) answered with something that cannot be read."
        case .tooManyRequests(let seconds):
            "\(source.title) has been asked as often as it allows; try again in \(seconds) s."
        case .resting(let seconds):
            "\(source.title) failed several times in a row and is left alone; try again in \(seconds) s."
        }
    }

    /// As the error of a call that cannot do without the answer.
    package func serviceError(_ source: RemoteSourceName) -> ServiceError {
        let params = retryAfterS.map { ["source": source.rawValue, "retryAfterSeconds": "\($0)"] }
        return ServiceError(
            state == .timedOut ? .deadlineExceeded : state == .tooManyRequests ? .tooManyRequests : .unavailable,
            sentence(source),
            params: params ?? ["source": source.rawValue]
        )
    }
}
