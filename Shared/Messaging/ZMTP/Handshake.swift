/// The patterns in use, by their names on the wire.
package enum SocketType: String, Sendable {
    case dealer = "DEALER"
    case router = "ROUTER"
    case pub = "PUB"
    case sub = "SUB"
    case xpub = "XPUB"
    case xsub = "XSUB"

    /// Whom ZMTP 3.1 lets this pattern talk to.
    func accepts(_ peer: String) -> Bool {
        switch self {
        case .dealer: ["ROUTER", "REP", "DEALER"].contains(peer)
        case .router: ["DEALER", "REQ", "ROUTER"].contains(peer)
        case .pub, .xpub: ["SUB", "XSUB"].contains(peer)
        case .sub, .xsub: ["PUB", "XPUB"].contains(peer)
        }
    }
}

/// The beginning of a connection, for the mechanism NULL of ZMTP 3.1 (ZeroMQ RFC 37): greetings, then READY from both
/// sides.
///
/// Pure: takes what has come, says what is to be sent.
struct Handshake {
    /// Signature, version, mechanism, role and filler.
    static let greetingLength = 64
    private static let mechanismRange = 12..<32

    private enum State {
        case awaitingGreeting
        case awaitingReady
        case done
    }

    private let socketType: SocketType
    private var state = State.awaitingGreeting

    init(_ socketType: SocketType) {
        self.socketType = socketType
    }

    var isDone: Bool { state == .done }

    /// What both sides send first.
    static let greeting: [UInt8] = {
        var bytes: [UInt8] = [0xFF, 0, 0, 0, 0, 0, 0, 0, 1, 0x7F, 3, 1]
        bytes.append(contentsOf: "NULL".utf8)
        bytes.append(contentsOf: [UInt8](repeating: 0, count: greetingLength - bytes.count))
        return bytes
    }()

    /// Looks at the beginning of what the peer sent.
    ///
    /// - Parameters:
    ///   - bytes: All that has come and was not taken yet.
    ///   - reply: Takes what is to be sent.
    /// - Returns: How many bytes were taken; 0 if more must come first.
    /// - Throws: a violation, after which the connection is of no use.
    mutating func take(_ bytes: UnsafeRawBufferPointer, _ reply: inout ByteQueue) throws(ZMTPViolation) -> Int {
        switch state {
        case .awaitingGreeting:
            try unsafe Self.checkGreeting(bytes)
            guard bytes.count >= Self.greetingLength else { return 0 }
            appendReady(&reply)
            state = .awaitingReady
            return Self.greetingLength
        case .awaitingReady:
            guard let head = unsafe try WireFrame.Head(bytes, at: 0) else { return 0 }
            guard head.isCommand, !head.hasMore else { throw .unexpectedFrame }
            guard head.bodyCount <= Self.readyMax else { throw .malformedCommand }
            guard bytes.count >= head.length + head.bodyCount else { return 0 }
            let body = unsafe UnsafeRawBufferPointer(rebasing: bytes[head.length..<head.length + head.bodyCount])
            try unsafe checkReady(body)
            state = .done
            return head.length + head.bodyCount
        case .done: return 0
        }
    }

    /// Far more than a socket type, an identity of 255 bytes and a few properties take.
    private static let readyMax = 4 << 10

    /// Judges as much of a greeting as is there, so that junk is found out by its first byte.
    private static func checkGreeting(_ bytes: UnsafeRawBufferPointer) throws(ZMTPViolation) {
        if bytes.count > 0, unsafe bytes[0] != 0xFF { throw .notZMTP }
        if bytes.count > 9, unsafe bytes[9] & 1 == 0 { throw .notZMTP }
        if bytes.count > 10, unsafe bytes[10] < 3 { throw .versionTooOld }
        guard bytes.count >= greetingLength else { return }
        let mechanism = unsafe bytes[mechanismRange].prefix { $0 != 0 }
        guard unsafe mechanism.elementsEqual("NULL".utf8) else { throw .otherMechanism }
    }

    private func appendReady(_ reply: inout ByteQueue) {
        let name = Array("Socket-Type".utf8)
        let value = Array(socketType.rawValue.utf8)
        var body: [UInt8] = [5] + Array("READY".utf8)
        body += [UInt8(name.count)] + name
        body += [0, 0, 0, UInt8(value.count)] + value
        unsafe body.withUnsafeBytes { unsafe reply.appendFrame($0, flags: WireFrame.command) }
    }

    private func checkReady(_ body: UnsafeRawBufferPointer) throws(ZMTPViolation) {
        guard let command = unsafe ZMTPCommand(body), command.name == "READY" else { throw .malformedCommand }
        guard let peer = try command.properties()["socket-type"] else { throw .malformedCommand }
        guard socketType.accepts(peer) else { throw .incompatibleSocketType }
    }
}

/// A command of ZMTP: its name, and what follows.
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

    /// Properties of READY: names, which do not distinguish case, and values as text.
    func properties() throws(ZMTPViolation) -> [String: String] {
        var properties: [String: String] = [:]
        var rest = data[...]
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
