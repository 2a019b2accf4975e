/// The socket types in use, by their names on the wire.
package enum SocketType: String, Sendable {
    case dealer = "DEALER"
    case router = "ROUTER"
    case pub = "PUB"
    case sub = "SUB"
    case xpub = "XPUB"
    case xsub = "XSUB"

    /// Returns whether ZMTP 3.1 allows a connection with this socket type of the peer.
    func accepts(_ peer: String) -> Bool {
        switch self {
        case .dealer: ["ROUTER", "REP", "DEALER"].contains(peer)
        case .router: ["DEALER", "REQ", "ROUTER"].contains(peer)
        case .pub, .xpub: ["SUB", "XSUB"].contains(peer)
        case .sub, .xsub: ["PUB", "XPUB"].contains(peer)
        }
    }
}

/// The handshake of a connection (ZMTP 3.1, ZeroMQ RFC 37): greetings, then READY from both sides.
///
/// The mechanism is NULL: between processes of one host the kernel identifies the other side. It is a state machine
/// without I/O: it consumes received bytes and produces bytes to send.
struct Handshake {
    /// Signature, version, mechanism, role and filler.
    static let greetingLength = 64
    /// The name of the mechanism, padded with zeros to its 20 bytes.
    private static let mechanism = Array("NULL".utf8) + [UInt8](repeating: 0, count: 16)
    private static let mechanismRange = 12..<32
    /// The longest command, in bytes: far more than a socket type, an identity of 255 bytes and a few properties need.
    static let commandMax = 4 << 10
    /// The property with the key of the peer that a bridge connects for.
    ///
    /// Names of applications begin with `X-` (ZMTP 3.1, section 3.4).
    private static let keyProperty = "x-mealwire-key"

    private enum State {
        case awaitingGreeting
        case awaitingReady
        case done
    }

    private let socketType: SocketType
    /// The key, as text, of the peer that this side connects for; nil if it connects for itself.
    private let announcing: String?
    private var state = State.awaitingGreeting

    /// The key, as text, of the peer that the other side claims to connect for; nil if it names none.
    private(set) var announcedKey: String?

    init(_ socketType: SocketType, announcing: String? = nil) {
        self.socketType = socketType
        self.announcing = announcing
    }

    var isDone: Bool {
        guard case .done = state else { return false }
        return true
    }

    /// The greeting of this side.
    var greeting: [UInt8] {
        var bytes: [UInt8] = [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 3, 1] + Self.mechanism
        bytes.append(contentsOf: [UInt8](repeating: 0, count: Self.greetingLength - bytes.count))
        return bytes
    }

    /// Handles the next step of the handshake.
    ///
    /// - Parameters:
    ///   - bytes: All received bytes that were not consumed yet.
    ///   - reply: The queue for bytes to send.
    /// - Returns: The number of bytes consumed; 0 if more are needed.
    /// - Throws: `ZMTPViolation`, after which the connection must be closed.
    mutating func take(_ bytes: UnsafeRawBufferPointer, _ reply: inout ByteQueue) throws(ZMTPViolation) -> Int {
        switch state {
        case .awaitingGreeting:
            try unsafe checkGreeting(bytes)
            guard bytes.count >= Self.greetingLength else { return 0 }
            Self.append([5] + Array("READY".utf8) + metadata, to: &reply)
            state = .awaitingReady
            return Self.greetingLength
        case .awaitingReady:
            guard let head = unsafe try WireFrame.Head(bytes, at: 0) else { return 0 }
            guard head.isCommand, !head.hasMore else { throw .unexpectedFrame }
            guard head.bodyCount <= Self.commandMax else { throw .malformedCommand }
            guard bytes.count >= head.length + head.bodyCount else { return 0 }
            let body = unsafe UnsafeRawBufferPointer(rebasing: bytes[head.length..<head.length + head.bodyCount])
            guard let command = unsafe ZMTPCommand(body) else { throw .malformedCommand }
            guard command.name != "ERROR" else { throw .rejectedByPeer }
            try handleReady(command)
            return head.length + head.bodyCount
        case .done: return 0
        }
    }

    private mutating func handleReady(_ command: ZMTPCommand) throws(ZMTPViolation) {
        guard command.name == "READY" else { throw .malformedCommand }
        let properties = try ZMTPCommand.properties(command.data)
        guard let peer = properties["socket-type"] else { throw .malformedCommand }
        guard socketType.accepts(peer) else { throw .incompatibleSocketType }
        announcedKey = properties[Self.keyProperty]
        state = .done
    }

    /// Checks as much of a greeting as was received, so that invalid data is rejected from its first byte.
    private func checkGreeting(_ bytes: UnsafeRawBufferPointer) throws(ZMTPViolation) {
        if bytes.count > 0, unsafe bytes[0] != 0xFF { throw .notZMTP }
        if bytes.count > 9, unsafe bytes[9] & 1 == 0 { throw .notZMTP }
        if bytes.count > 10, unsafe bytes[10] < 3 { throw .versionTooOld }
        guard bytes.count >= Self.greetingLength else { return }
        guard unsafe bytes[Self.mechanismRange].elementsEqual(Self.mechanism) else { throw .otherMechanism }
    }

    /// The properties of this side.
    private var metadata: [UInt8] {
        Self.property("Socket-Type", socketType.rawValue)
            + (announcing.map { Self.property(Self.keyProperty, $0) } ?? [])
    }

    private static func property(_ name: String, _ value: String) -> [UInt8] {
        [UInt8(name.utf8.count)] + Array(name.utf8) + [0, 0, 0, UInt8(value.utf8.count)] + Array(value.utf8)
    }

    private static func append(_ body: [UInt8], to reply: inout ByteQueue) {
        unsafe body.withUnsafeBytes { unsafe reply.appendFrame($0, flags: WireFrame.command) }
    }
}

/// A ZMTP command: its name and its data.
struct ZMTPCommand {
    let name: String
    let data: [UInt8]

    init?(_ body: UnsafeRawBufferPointer) {
        guard body.count > 0 else { return nil }
        let length = Int(unsafe body[0])
        guard length > 0, body.count >= 1 + length else { return nil }
        guard let name = unsafe String(validating: body[1..<1 + length], as: UTF8.self) else { return nil }
        self.name = name
        data = unsafe Array(body[(1 + length)...])
    }

    /// Parses the properties of a READY command: names, which are not case-sensitive, and values as text.
    static func properties(_ metadata: [UInt8]) throws(ZMTPViolation) -> [String: String] {
        var properties: [String: String] = [:]
        var rest = metadata[...]
        while let nameLength = rest.popFirst() {
            guard rest.count >= Int(nameLength) + 4 else { throw .malformedCommand }
            let name = String(decoding: rest.prefix(Int(nameLength)), as: UTF8.self).lowercased()
            rest.removeFirst(Int(nameLength))
            let length = rest.prefix(4).reduce(0) { $0 << 8 | Int($1) }
            rest.removeFirst(4)
            guard rest.count >= length else { throw .malformedCommand }
            properties[name] = String(decoding: rest.prefix(length), as: UTF8.self)
            rest.removeFirst(length)
        }
        return properties
    }
}

/// The context of a PING (ZMTP 3.1, section 4.7), which its PONG returns: the number of the PING on its connection.
enum PingContext {
    /// A number of 64 bits; the protocol allows 16 bytes.
    private static let length = 8

    /// Encodes a number in eight bytes.
    static func bytes(_ number: UInt64) -> [UInt8] {
        (0..<length).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (length - 1 - $0))) }
    }

    /// Decodes a number; returns nil for bytes of another length.
    static func number(_ bytes: some Collection<UInt8>) -> UInt64? {
        guard bytes.count == length else { return nil }
        return bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}
