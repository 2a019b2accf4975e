import Glibc

/// Receives server-sent events like a browser, and reads arrived bytes on request.
package final class LiveClient {
    /// A message of a stream.
    package struct Message: Equatable {
        package var id: String?
        package var event: String?
        package var data: String?
        package var comments: [String] = []
    }

    /// The maximum of bytes per read.
    private static let chunk = 64 << 10

    private let descriptor: Int32
    private var bytes: [UInt8] = []
    /// True if the server has closed the connection.
    package private(set) var isClosed = false

    /// Connects and requests the stream.
    ///
    /// - Parameters:
    ///   - port: A port on this host.
    ///   - headers: Headers besides `Host`.
    ///   - receiveBuffer: The size of the socket's receive buffer in bytes; nil for the default.
    /// - Throws: ``PlainSocket/Failure`` if the connection fails.
    package init(port: Int, headers: [String: String], receiveBuffer: Int32? = nil) throws {
        descriptor = try PlainSocket.connect(UInt16(port), receiveBuffer: receiveBuffer)
        let lines = ["GET /v1/events HTTP/1.1", "Host: test"] + headers.map { "\($0.key): \($0.value)" }
        try PlainSocket.write(lines.joined(separator: "\r\n") + "\r\n\r\n", to: descriptor)
    }

    deinit { close(descriptor) }

    /// Reads all arrived bytes without waiting.
    package func read() {
        var buffer = [UInt8](repeating: 0, count: Self.chunk)
        while !isClosed {
            let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
            if count > 0 {
                bytes += buffer[..<count]
            } else if count == 0 || (errno != EAGAIN && errno != EINTR) {
                isClosed = true
            } else {
                return
            }
        }
    }

    /// The status of the response; nil before it has arrived.
    package var status: Int? {
        let words = String(decoding: bytes.prefix(64), as: UTF8.self).split(separator: " ")
        return words.count > 1 ? Int(words[1]) : nil
    }

    /// The headers of the response, with lowercase names.
    package var headers: [String: String] {
        guard let head = head else { return [:] }
        let lines = String(decoding: bytes[..<head], as: UTF8.self).split(separator: "\r\n").dropFirst()
        let fields = lines.map { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            return (parts[0].lowercased(), parts.dropFirst().joined().trimmed)
        }
        return Dictionary(fields) { first, _ in first }
    }

    /// True if the response has ended properly.
    package var hasEnded: Bool { body.hasEnded }

    /// All messages so far, including those that consist of comments.
    package var messages: [Message] {
        String(decoding: body.bytes, as: UTF8.self).components("\n\n").dropLast().map(Self.message)
    }

    /// The messages that a browser passes to a page.
    package var events: [Message] { messages.filter { $0.data != nil } }

    /// The id that a browser sends when it reconnects.
    package var lastID: String? { messages.last { $0.id != nil }?.id }

    private static func message(_ text: String) -> Message {
        var message = Message()
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value = parts.dropFirst().joined().trimmed
            switch parts[0] {
            case "id": message.id = value
            case "event": message.event = value
            case "data": message.data = value
            case "": message.comments.append(value)
            default: continue
            }
        }
        return message
    }

    /// The position after the headers.
    private var head: Int? {
        let end = Array("\r\n\r\n".utf8)
        guard bytes.count >= end.count else { return nil }
        return (0...(bytes.count - end.count)).first { bytes[$0..<($0 + end.count)].elementsEqual(end) }
            .map { $0 + end.count }
    }

    /// The content of the complete chunks (RFC 9112, section 7.1).
    private var body: (bytes: [UInt8], hasEnded: Bool) {
        guard var position = head else { return ([], false) }
        var body: [UInt8] = []
        while let line = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) {
            guard let size = Int(String(decoding: bytes[position..<line], as: UTF8.self).trimmed, radix: 16) else {
                break
            }
            if size == 0 { return (body, true) }
            let end = line + 1 + size
            guard end + 2 <= bytes.count else { break }
            body += bytes[(line + 1)..<end]
            position = end + 2
        }
        return (body, false)
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace ?? false { text.removeFirst() }
        while text.last?.isWhitespace ?? false { text.removeLast() }
        return String(text)
    }

    /// Returns the parts between separators.
    fileprivate func components(_ separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
