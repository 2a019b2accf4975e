import Contracts

/// Encodes messages as server-sent events (HTML Living Standard, section 9.2).
package enum ServerSentEvents {
    /// The client's pause before it reconnects, in milliseconds.
    ///
    /// Thousands of clients reconnect when a gateway restarts.
    private static let retryMs = 3_000

    /// A comment line, which clients ignore; it shows that the connection is alive.
    package static let heartbeat: [UInt8] = Array(":\n\n".utf8)

    /// Encodes the beginning of a stream.
    ///
    /// - Parameter id: The id from which a client resumes before its first message; nil if the client has an id.
    /// - Returns: The encoded lines.
    package static func hello(_ id: String?) -> [UInt8] {
        Array("retry: \(retryMs)\n\(id.map { "id: \($0)\n" } ?? ""): hello\n\n".utf8)
    }

    /// Encodes one message.
    ///
    /// - Parameters:
    ///   - message: A hint or a reset.
    ///   - id: The id from which a client resumes that has received the message.
    /// - Returns: The encoded lines.
    /// - Throws: An error of the JSON encoder.
    package static func bytes(_ message: LiveMessage, id: String) throws -> [UInt8] {
        let name = message.hint == nil ? "reset" : "hint"
        let data = try message.hint.map { try PayloadCoder.encode($0) } ?? Array("{}".utf8)
        return Array("id: \(id)\nevent: \(name)\ndata: ".utf8) + data + Array("\n\n".utf8)
    }
}
