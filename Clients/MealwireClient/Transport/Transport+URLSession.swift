#if canImport(Darwin)
import Foundation

extension Transport {
    /// The transport of this system.
    ///
    /// A streamed body of a request is collected first: it has at most the size of a file that the server accepts.
    public static let standard = Transport { request in
        do {
            return try await send(request)
        } catch let error as URLError {
            switch error.code {
            case .cancelled: throw CancellationError()
            case .timedOut: throw ClientError.timedOut
            default: throw ClientError.unreachable(error.localizedDescription)
            }
        }
    }

    /// Bytes of a stream that are handed on together, unless a line ends before.
    private static let chunkBytes = 16 << 10
    /// The longest body that is collected, in bytes: a file of a diary.
    private static let uploadBytesMax = 64 << 20
    /// The time without any byte after which a stream is over, in seconds; the server sends a comment more often.
    private static let idleS = 90.0

    private static let session: URLSession = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        return URLSession(configuration: configuration)
    }()

    /// Refuses redirections, which could carry the token of the user to another host.
    private final class NoRedirection: NSObject, URLSessionTaskDelegate {
        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest
        ) async -> URLRequest? {
            nil
        }
    }

    private static func send(_ request: TransportRequest) async throws -> TransportResponse {
        guard let url = URL(string: request.url) else { throw ClientError.unreachable("\(request.url) is no address") }
        var sent = URLRequest(url: url)
        sent.httpMethod = request.verb
        for (name, value) in request.headers { sent.setValue(value, forHTTPHeaderField: name) }
        switch request.body {
        case .bytes(let bytes): sent.httpBody = Data(bytes)
        case .stream(_, let begin): sent.httpBody = Data(try await begin().collect(upTo: uploadBytesMax))
        case nil: break
        }
        sent.timeoutInterval = request.timeout.map { Double($0.components.seconds) + 1 } ?? idleS
        let (bytes, response) = try await session.bytes(for: sent, delegate: NoRedirection())
        guard let response = response as? HTTPURLResponse else {
            throw ClientError.unexpectedAnswer("it is not HTTP")
        }
        var headers: [String: String] = [:]
        for (name, value) in response.allHeaderFields { headers["\(name)".lowercased()] = "\(value)" }
        return TransportResponse(
            status: response.statusCode,
            headers: headers,
            body: ByteStream {
                var iterator = bytes.makeAsyncIterator()
                return {
                    var chunk: [UInt8] = []
                    while chunk.count < chunkBytes, let byte = try await iterator.next(isolation: #isolation) {
                        chunk.append(byte)
                        // An event of a stream ends with a line, and must not wait for the next one.
                        if byte == UInt8(ascii: "\n") { break }
                    }
                    return chunk.isEmpty ? nil : chunk
                }
            }
        )
    }
}
#endif
