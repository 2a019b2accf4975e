import Contracts
import HTTPTypes
import NIOCore

/// Reasons to close a connection without a route's response, and the response written instead.
enum RequestRefusal: Sendable {
    case headTooSlow
    case bodyTooSlow
    /// The memory of its body was evicted for other requests.
    case bodyEvicted
    /// Its address has too many open connections.
    case tooManyConnections

    /// A complete HTTP/1.1 response, which is the connection's last.
    var answer: ByteBuffer {
        let (response, body) = response
        let headers = response.headerFields.map { "\($0.name): \($0.value)" }
        let lines =
            ["HTTP/1.1 \(response.status.code) \(response.status.reasonPhrase)"] + headers + [
                "Connection: close", "X-Content-Type-Options: nosniff", "Content-Length: \(body.count)", "", "",
            ]
        var buffer = ByteBuffer(string: lines.joined(separator: "\r\n"))
        buffer.writeBytes(body)
        return buffer
    }

    /// The status, the fields that depend on the reason, and the body.
    var response: (head: HTTPResponse, body: [UInt8]) {
        switch self {
        case .headTooSlow: Self.timeout("The head of the request took too long.")
        case .bodyTooSlow: Self.timeout("The body of the request took too long.")
        case .bodyEvicted: Self.problem(BodyBudget.full)
        case .tooManyConnections:
            Self.problem(
                ServiceError(.tooManyRequests, "Too many connections come from your address; close some of them first.")
            )
        }
    }

    private static func timeout(_ sentence: String) -> (head: HTTPResponse, body: [UInt8]) {
        (HTTPResponse(status: .requestTimeout, headerFields: [.contentType: "text/plain"]), Array(sentence.utf8))
    }

    private static func problem(_ error: ServiceError) -> (head: HTTPResponse, body: [UInt8]) {
        let problem = Problem(error)
        return (HTTPResponse(status: error.code.httpStatus, headerFields: problem.headers), problem.bytes)
    }
}
