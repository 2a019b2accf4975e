/// Parses a stream of server-sent events (HTML Living Standard, section 9.2.6).
struct EventStreamParser {
    /// An event of the stream.
    struct Event: Equatable {
        let name: String
        let data: String
        /// The id with which a stream continues after this event.
        let id: String?
    }

    /// The longest line, in bytes; a hint has some hundred.
    private static let lineBytesMax = 64 << 10

    /// The id of the last event, for `Last-Event-ID`.
    private(set) var lastID: String?
    /// The pause before a new connection that the server demands.
    private(set) var retry: Duration?

    private var line: [UInt8] = []
    private var endsWithReturn = false
    private var name = ""
    private var data: [String] = []
    private var id: String?

    /// - Parameter lastID: The id of the last event of an earlier connection.
    init(lastID: String?) {
        self.lastID = lastID
        id = lastID
    }

    /// Reads bytes, and returns the events that they complete.
    ///
    /// - Throws: ``ClientError/unexpectedAnswer(_:)`` for a line that is too long.
    mutating func read(_ bytes: [UInt8]) throws(ClientError) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            let followsReturn = endsWithReturn
            endsWithReturn = byte == UInt8(ascii: "\r")
            switch byte {
            // A line feed after a return belongs to the same end of a line.
            case UInt8(ascii: "\n") where followsReturn: break
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                if let event = endLine() { events.append(event) }
            default:
                guard line.count < Self.lineBytesMax else {
                    throw ClientError.unexpectedAnswer("a line of the stream is too long")
                }
                line.append(byte)
            }
        }
        return events
    }

    private mutating func endLine() -> Event? {
        defer { line.removeAll(keepingCapacity: true) }
        guard !line.isEmpty else { return endEvent() }
        let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        var value = parts.count > 1 ? parts[1] : []
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        let text = String(decoding: value, as: UTF8.self)
        switch String(decoding: parts[0], as: UTF8.self) {
        case "event": name = text
        case "data": data.append(text)
        case "id": if !value.contains(0) { id = text }
        case "retry": if let milliseconds = Int(text), milliseconds >= 0 { retry = .milliseconds(milliseconds) }
        default: break  // A comment, or a field of a later standard.
        }
        return nil
    }

    private mutating func endEvent() -> Event? {
        defer { (name, data) = ("", []) }
        lastID = id
        return data.isEmpty ? nil : Event(name: name, data: data.joined(separator: "\n"), id: id)
    }
}
