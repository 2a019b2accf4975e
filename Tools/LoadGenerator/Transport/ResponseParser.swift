/// Parses consecutive HTTP/1.1 responses of one connection, from arbitrary fragments.
package struct ResponseParser: Sendable {
    /// The greatest size of a head; the gateway sends smaller ones.
    private static let headBytesMax = 16_384
    /// The greatest size of a body; the gateway sends smaller ones.
    private static let bodyBytesMax = 8 << 20

    /// One response.
    package struct Response: Sendable, Equatable {
        package var status: Int
        /// Empty unless the body was requested.
        package var body: [UInt8]
        /// Whether the connection may be used again.
        package var isKeptOpen: Bool
    }

    /// The reason why a response cannot be parsed.
    package struct Failure: Error, Equatable {
        package let reason: String
    }

    private struct Head {
        var status = 0
        var length: Int?
        var isChunked = false
        var isKeptOpen = true
        var hasBody: Bool { status >= 200 && status != 204 && status != 304 }
    }

    private var bytes: [UInt8] = []
    private var position = 0
    private var head: Head?
    private var body: [UInt8] = []

    package init() {}

    /// Whether an incomplete response, or extra bytes, have arrived.
    package var hasIncompleteResponse: Bool { head != nil || position < bytes.count }

    /// Appends received bytes.
    package mutating func append(_ more: some Collection<UInt8>) { bytes.append(contentsOf: more) }

    /// Returns the next response once it is complete.
    ///
    /// - Parameter keepsBody: Whether the body is needed. The body of an error is always returned.
    /// - Returns: Nil until the response is complete.
    /// - Throws: `Failure` if the bytes are not a response.
    package mutating func next(keepsBody: Bool) throws(Failure) -> Response? {
        while true {
            if head == nil { head = try readHead() }
            guard let head else { return nil }
            let keeps = keepsBody || head.status >= 400
            guard try isBodyComplete(head, keeps) else { return nil }
            let response = Response(status: head.status, body: body, isKeptOpen: head.isKeptOpen)
            reset()
            // Interim responses such as 100 precede the final one.
            if head.status >= 200 { return response }
        }
    }

    private mutating func reset() {
        if position == bytes.count {
            bytes.removeAll(keepingCapacity: true)
        } else {
            bytes.removeFirst(position)
        }
        (position, head, body) = (0, nil, [])
    }

    private mutating func readHead() throws(Failure) -> Head? {
        var head: Head?
        var start = position
        while let end = lineEnd(from: start) {
            let line = bytes[start..<end]
            start = end + 2
            if line.isEmpty {
                guard let head else { throw Failure(reason: "the answer is no HTTP") }
                position = start
                return head
            }
            if head == nil { head = try Self.statusLine(line) } else { try Self.read(line, &head) }
        }
        if bytes.count - position > Self.headBytesMax { throw Failure(reason: "the head of an answer is too long") }
        return nil
    }

    /// Returns the end of the line that starts at a position.
    private func lineEnd(from start: Int) -> Int? {
        var index = start
        while index + 1 < bytes.count {
            if bytes[index] == UInt8(ascii: "\r"), bytes[index + 1] == UInt8(ascii: "\n") { return index }
            index += 1
        }
        return nil
    }

    private static func statusLine(_ line: ArraySlice<UInt8>) throws(Failure) -> Head {
        let words = String(decoding: line, as: UTF8.self).split(separator: " ", maxSplits: 2)
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
            throw Failure(reason: "the answer is no HTTP")
        }
        return Head(status: status, isKeptOpen: words[0] != "HTTP/1.0")
    }

    private static func read(_ line: ArraySlice<UInt8>, _ head: inout Head?) throws(Failure) {
        // Only three of about ten fields matter, and they begin with few letters.
        guard let first = line.first, "ctCT".utf8.contains(first) else { return }
        let parts = String(decoding: line, as: UTF8.self).split(separator: ":", maxSplits: 1)
        guard parts.count == 2 else { return }
        let value = parts[1].drop { $0 == " " }.lowercased()
        switch parts[0].lowercased() {
        case "content-length":
            guard let length = Int(value), (0...bodyBytesMax).contains(length) else {
                throw Failure(reason: "the answer has no good length")
            }
            head?.length = length
        case "transfer-encoding": head?.isChunked = value == "chunked"
        case "connection": head?.isKeptOpen = value != "close"
        default: return
        }
    }

    private mutating func isBodyComplete(_ head: Head, _ keeps: Bool) throws(Failure) -> Bool {
        guard head.hasBody else { return true }
        if head.isChunked { return try readChunks(keeps) }
        guard let length = head.length else { throw Failure(reason: "the answer says no length") }
        guard bytes.count - position >= length else { return false }
        if keeps { body = Array(bytes[position..<position + length]) }
        position += length
        return true
    }

    /// Parses chunks; returns whether the last one has arrived.
    private mutating func readChunks(_ keeps: Bool) throws(Failure) -> Bool {
        while let end = lineEnd(from: position) {
            let text = String(decoding: bytes[position..<end].prefix { $0 != UInt8(ascii: ";") }, as: UTF8.self)
            guard let length = Int(text, radix: 16), (0...Self.bodyBytesMax).contains(length) else {
                throw Failure(reason: "a piece of the answer has no good length")
            }
            let start = end + 2
            guard bytes.count >= start + length + 2 else { return false }
            if keeps { body += bytes[start..<start + length] }
            position = start + length + 2
            if length == 0 { return true }
            guard body.count <= Self.bodyBytesMax else { throw Failure(reason: "an answer is too long") }
        }
        return false
    }
}
