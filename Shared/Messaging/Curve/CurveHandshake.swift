/// How a connection is made safe.
package enum ConnectionSecurity: Sendable {
    /// Not at all: between processes of one host, where the kernel says who the other side is.
    case none
    /// The side that takes connections in, with its own keys; who may come in is asked for with the other side's key.
    case curveServer(CurveKeyPair, isKnown: @Sendable (CurveKey) -> Bool)
    /// The side that connects, with its own keys and the key that the server must have.
    case curveClient(CurveKeyPair, server: CurveKey)

    /// The name of the mechanism in the greeting.
    var mechanism: StaticString {
        switch self {
        case .none: "NULL"
        case .curveServer, .curveClient: "CURVE"
        }
    }

    /// Whether the sides know each other by keys.
    var hasKeys: Bool {
        if case .none = self { return false }
        return true
    }

    /// Whether this is the side that takes connections in, and knows who comes by a key.
    package var isServer: Bool {
        guard case .curveServer = self else { return false }
        return true
    }
}

/// What both sides have agreed upon when a handshake of CurveZMQ is done.
struct CurveAgreement {
    let box: CurveBox
    /// Who the other side is for good.
    let peer: CurveKey
    let isServer: Bool
    /// The last nonces that were used, in each direction.
    let lastSent: UInt64
    let lastReceived: UInt64
}

/// Nonces of CurveZMQ: a text for what they are used for, and a number or random bytes.
enum CurveNonce {
    /// Bytes of the number.
    static let numberLength = 8
    /// Random bytes of those nonces that go over the wire whole.
    static let randomLength = 16

    static func make(_ text: StaticString, _ number: UInt64) -> [UInt8] {
        unsafe make(text, withUnsafeBytes(of: number.bigEndian) { unsafe Array($0) })
    }

    static func make(_ text: StaticString, _ rest: some Sequence<UInt8>) -> [UInt8] {
        unsafe Array(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)) + Array(rest)
    }

    static func number(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}

/// One side of the handshake of CurveZMQ (ZeroMQ RFC 26), after the greetings.
///
/// Pure apart from the random keys that it draws.
protocol CurveHandshake {
    /// What this side says first, if it is the one to begin.
    mutating func begin() throws(ZMTPViolation) -> [UInt8]?
    /// Takes a command of the other side; what is to be answered, if anything.
    mutating func take(_ command: ZMTPCommand) throws(ZMTPViolation) -> [UInt8]?
    /// What was agreed upon; nil while the handshake goes on.
    var agreement: CurveAgreement? { get }
}

extension CurveHandshake {
    /// A command's body: its name's length, its name, its fields.
    func command(_ name: StaticString, _ fields: [UInt8]...) -> [UInt8] {
        [UInt8(name.utf8CodeUnitCount)] + CurveNonce.make(name, []) + fields.joined()
    }
}

/// The bytes of a command, taken off from the beginning.
struct CommandFields {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: [UInt8]) { rest = bytes[...] }

    mutating func take(_ count: Int) throws(ZMTPViolation) -> [UInt8] {
        guard rest.count >= count else { throw .malformedCommand }
        defer { rest.removeFirst(count) }
        return Array(rest.prefix(count))
    }

    mutating func takeKey() throws(ZMTPViolation) -> CurveKey {
        guard let key = CurveKey(bytes: try take(CurveKey.byteCount)) else { throw .malformedCommand }
        return key
    }

    mutating func takeNumber() throws(ZMTPViolation) -> UInt64 { CurveNonce.number(try take(CurveNonce.numberLength)) }

    mutating func takeAll() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }

    func end() throws(ZMTPViolation) {
        guard rest.isEmpty else { throw .malformedCommand }
    }
}
