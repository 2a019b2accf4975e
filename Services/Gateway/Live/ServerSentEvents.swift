import Contracts

/// Messages as bytes of a stream of events (HTML Living Standard, section 9.2).
package enum ServerSentEvents {
    /// How long a client rests before it comes again, in milliseconds; thousands come again when a gateway starts anew.
    private static let retryMs = 3_000

    /// A line that no client passes on, and that shows that the stream lives.
    package static let heartbeat: [UInt8] = Array(":\n\n".utf8)

    /// The beginning of a stream.
    ///
    /// - Parameter id: From where a client can go on that has heard nothing yet; nil where it has an id of its own.
    /// - Returns: Its lines.
    package static func hello(_ id: String?) -> [UInt8] {
        Array("retry: \(retryMs)\n\(id.map { "id: \($0)\n" } ?? ""): hello\n\n".utf8)
    }

    /// One message.
    ///
    /// - Parameters:
    ///   - message: A hint or a reset.
    ///   - id: From where a client can go on that has it.
    /// - Returns: Its lines.
    /// - Throws: What writing JSON throws.
    package static func bytes(_ message: LiveMessage, id: String) throws -> [UInt8] {
        let name = message.hint == nil ? "reset" : "hint"
        let data = try message.hint.map { try PayloadCoder.encode($0) } ?? Array("{}".utf8)
        return Array("id: \(id)\nevent: \(name)\ndata: ".utf8) + data + Array("\n\n".utf8)
    }
}
