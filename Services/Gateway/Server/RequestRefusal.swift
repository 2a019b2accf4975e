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

    /// A complete response, which is the connection's last.
    var answer: ByteBuffer {
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

    private static func timeout(_ sentence: String) -> ByteBuffer {
        text("408 Request Timeout", ["Content-Type: text/plain"], Array(sentence.utf8))
    }

    private static func problem(_ error: ServiceError) -> ByteBuffer {
        let (problem, status) = (Problem(error), error.code.httpStatus)
        let headers = problem.headers.map { "\($0.name): \($0.value)" }
        return text("\(status.code) \(status.reasonPhrase)", headers, problem.bytes)
    }

    private static func text(_ status: String, _ headers: [String], _ body: [UInt8]) -> ByteBuffer {
        let lines =
            ["HTTP/1.1 \(status)"] + headers + [
                "Connection: close", "X-Content-Type-Options: nosniff", "Content-Length: \(body.count)", "", "",
            ]
        var buffer = ByteBuffer(string: lines.joined(separator: "\r\n"))
        buffer.writeBytes(body)
        return buffer
    }
}
