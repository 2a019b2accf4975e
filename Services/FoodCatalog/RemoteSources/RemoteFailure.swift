package import Contracts

/// The reason why a source gave no answer.
///
/// It never contains a URL or a library's description of one, because URLs contain keys.
package enum RemoteFailure: Error, Hashable, Sendable {
    case timedOut
    /// The connection failed or was closed.
    case unreachable
    /// The source replied with an HTTP error status.
    case refused(status: Int)
    /// The source rejects the application's id or key.
    case wrongKey
    /// The response exceeds ``RemoteHTTP/bodyBytesMax``.
    case tooLarge
    /// Too many redirects, or a redirect to another host.
    case badRedirect
    /// The response does not have the documented form.
    case unreadable
    /// The rate limit is reached, by the source's count or by the local one.
    case tooManyRequests(retryAfterSeconds: Int)
    /// Requests are suspended after consecutive failures.
    case resting(retryAfterSeconds: Int)

    /// Whether the server is down or refuses this one; other failures concern one question or picture.
    var isOfServer: Bool {
        switch self {
        case .timedOut, .unreachable, .wrongKey, .refused(status: 403), .refused(status: 500...): true
        default: false
        }
    }

    package var state: RemoteState {
        switch self {
        case .timedOut: .timedOut
        case .tooManyRequests: .tooManyRequests
        case .resting: .resting
        default: .failed
        }
    }

    /// Seconds until the source may be asked again, if known.
    package var retryAfterSeconds: Int? {
        switch self {
        case .tooManyRequests(let seconds), .resting(let seconds): seconds
        default: nil
        }
    }

    /// Returns the message for users.
    package func sentence(_ source: RemoteSourceName) -> String {
        switch self {
        case .timedOut: "\(source.title) did not answer in time."
        case .unreachable: "\(source.title) could not be reached or closed the connection."
        case .refused(let status): "\(source.title) answered with the status \(status)."
        case .wrongKey: "\(source.title) rejected this server's application id and key."
        case .tooLarge: "\(source.title) sent a response that is too large."
        case .badRedirect: "\(source.title) redirected this server to another host or too often."
        case .unreadable: "\(source.title) sent a response that cannot be read."
        case .tooManyRequests(let seconds):
            "\(source.title) has reached its rate limit; try again in \(seconds) s."
        case .resting(let seconds):
            "\(source.title) failed several times in a row and is suspended; try again in \(seconds) s."
        }
    }

    /// Returns the error of a call that needs the answer.
    package func serviceError(_ source: RemoteSourceName) -> ServiceError {
        let params = retryAfterSeconds.map { ["source": source.rawValue, "retryAfterSeconds": "\($0)"] }
        return ServiceError(
            state == .timedOut ? .deadlineExceeded : state == .tooManyRequests ? .tooManyRequests : .unavailable,
            sentence(source),
            params: params ?? ["source": source.rawValue]
        )
    }
}
