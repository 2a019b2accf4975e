/// An error of the client itself: there is no answer of a Mealwire server.
public enum ClientError: Error, Sendable, Equatable {
    /// No session or token is stored: sign in first.
    case signedOut
    /// The server cannot be reached, with the reason of the network.
    case unreachable(String)
    /// The server did not answer in time.
    case timedOut
    /// The answer is not that of a Mealwire server, with the reason.
    case unexpectedAnswer(String)
    /// The method of this name is not available over HTTP.
    case noRoute(String)
    /// A value cannot be sent, such as an infinite number; with the name of its field or type.
    case notEncodable(String)
    /// The session cannot be stored, with the reason; it is tried again before the next request.
    case notStored(String)
}

extension ClientError: CustomStringConvertible {
    /// A sentence for people, in English.
    public var description: String {
        switch self {
        case .signedOut: "There is no session. Sign in first."
        case .unreachable(let reason): "The server cannot be reached: \(reason)."
        case .timedOut: "The server did not answer in time. Try again later."
        case .unexpectedAnswer(let reason): "The answer is not that of a Mealwire server: \(reason). Check the address."
        case .noRoute(let method): "The method \(method) is not available over HTTP."
        case .notEncodable(let name): "\(name) has a value that cannot be sent."
        case .notStored(let reason): "The session cannot be stored: \(reason)."
        }
    }
}
