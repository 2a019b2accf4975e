/// Accepts or refuses each handshake of the context's servers by the client's key (ZAP 1.0, ZeroMQ RFC 27).
///
/// Make it before a server binds. A context has at most one handler.
package final class ZAPHandler {
    /// The data of a handshake.
    package struct Request: Equatable, Sendable {
        /// The domain of the server.
        package let domain: String
        /// The client's address.
        package let address: String
        /// The client's public key, 32 bytes.
        package let key: [UInt8]
    }

    private static let endpoint = "inproc://zeromq.zap.01"
    private static let version = "1.0"
    private static let mechanism = "CURVE"
    /// The parts are version, request id, domain, address, routing id, mechanism and key.
    private static let partCount = 7

    private let socket: ZeroMQSocket
    private let message = ZeroMQMessage()

    /// - Throws: `ZeroMQError` if the context has a handler already.
    package init(_ context: ZeroMQContext) throws(ZeroMQError) {
        socket = try ZeroMQSocket(context, .reply)
        try socket.set(.linger, 0)
        _ = try socket.bind(Self.endpoint)
    }

    /// See ``ZeroMQSocket/descriptor()``.
    package func descriptor() throws(ZeroMQError) -> Int32 { try socket.descriptor() }

    /// Answers all pending requests.
    ///
    /// - Parameter user: Returns the property `User-Id` for each message of the client; nil refuses the client.
    /// - Throws: `ZeroMQError` if the socket is unusable.
    package func answer(_ user: (Request) -> String?) throws(ZeroMQError) {
        while let parts = try nextParts() {
            let id = parts.count > 1 ? parts[1] : []
            let name = Self.request(parts).flatMap(user)
            let reply = [
                Array(Self.version.utf8), id, Array((name == nil ? "400" : "200").utf8),
                Array((name == nil ? "This key is not allowed." : "OK").utf8), Array((name ?? "").utf8), [],
            ]
            for (index, part) in reply.enumerated() {
                _ = try socket.send(part, more: index < reply.count - 1)
            }
        }
    }

    private func nextParts() throws(ZeroMQError) -> [[UInt8]]? {
        guard try socket.receive(message) else { return nil }
        var parts = [message.array]
        while message.hasMore, try socket.receive(message) { parts.append(message.array) }
        return parts
    }

    /// Parses a request; returns nil if its mechanism is not CURVE.
    private static func request(_ parts: [[UInt8]]) -> Request? {
        guard parts.count == partCount, parts[0].elementsEqual(version.utf8), parts[5].elementsEqual(mechanism.utf8),
            parts[6].count == ZeroMQSocket.keyLength
        else { return nil }
        return Request(
            domain: String(decoding: parts[2], as: UTF8.self),
            address: String(decoding: parts[3], as: UTF8.self),
            key: parts[6]
        )
    }
}
