/// Sends requests over HTTP.
///
/// A structure of closures, so that tests respond without a network. ``standard`` uses URLSession on Apple's systems
/// and AsyncHTTPClient on Linux.
public struct Transport: Sendable {
    /// Sends a request, and returns the answer as soon as its head is there.
    ///
    /// Throws ``ClientError/unreachable(_:)`` or ``ClientError/timedOut`` without an answer, and `CancellationError`
    /// for a cancelled task. It follows no redirection to another host with the `Authorization` of the request.
    public var send: @Sendable (TransportRequest) async throws -> TransportResponse

    /// Creates a transport.
    public init(send: @escaping @Sendable (TransportRequest) async throws -> TransportResponse) {
        self.send = send
    }
}

/// A request of HTTP.
public struct TransportRequest: Sendable {
    /// The body of a request.
    public enum Body: Sendable {
        /// Bytes in memory.
        case bytes([UInt8])
        /// A stream with a number of bytes, begun again for each attempt.
        case stream(count: Int, @Sendable () -> ByteStream)
    }

    /// `GET`, `POST` and so on.
    public var verb: String
    /// The whole address.
    public var url: String
    /// The headers, by name.
    public var headers: [String: String]
    /// Nil for a request without a body.
    public var body: Body?
    /// The time until the whole answer must have arrived; nil for a stream, which may last.
    public var timeout: Duration?

    /// Creates a request.
    public init(verb: String, url: String, headers: [String: String], body: Body?, timeout: Duration?) {
        self.verb = verb
        self.url = url
        self.headers = headers
        self.body = body
        self.timeout = timeout
    }
}

/// An answer of HTTP.
public struct TransportResponse: Sendable {
    /// The status, such as 200.
    public var status: Int
    /// The headers, by names in lower case.
    public var headers: [String: String]
    /// The body, while it arrives.
    public var body: ByteStream

    /// Creates an answer.
    public init(status: Int, headers: [String: String] = [:], body: ByteStream) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}
