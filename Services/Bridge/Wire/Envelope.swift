package import ZMTP

/// A message between bridges: one frame of ZeroMQ, encrypted as a whole.
///
///     kind (1 byte) | number of the frame in its direction (8 bytes, the first is 0) | body
///
/// CURVE encrypts each frame separately and accepts gaps between frames. The numbers reveal a gap, which ends the
/// connection.
package struct Envelope {
    /// The purpose of a frame.
    package enum Kind: UInt8, Sendable {
        /// The first frame of the connecting side: ``Opening``.
        case open = 1
        /// The broker has accepted the connection; the body is a credit.
        case opened = 2
        /// The numbers of the brokers that the listening side reaches, a byte each.
        case presence = 3
        /// Whole messages and commands of ZMTP, including PING and PONG, in the order of their arrival.
        case data = 4
        /// The total bytes of data that the other side may send, counted from the opening, as 8 bytes.
        case credit = 5
        /// The connection has ended after all earlier data; the body is the reason as text.
        case end = 6
    }

    /// The length of the header in bytes.
    package static let headerLength = 9
    /// The largest frame: an envelope with one message of the maximum size of a connection.
    package static let lengthMax = FrameLimits.messageMax + headerLength

    package let kind: Kind
    /// The number of the frame in its direction.
    package let sequence: UInt64
    /// The body, valid as long as the bytes that the envelope was read from.
    package let body: UnsafeRawBufferPointer

    /// Reads a frame.
    ///
    /// - Throws: `BridgeViolation` if the bytes are not an envelope.
    package init(_ bytes: UnsafeRawBufferPointer) throws(BridgeViolation) {
        guard bytes.count >= Self.headerLength, let kind = Kind(rawValue: bytes[0]) else { throw .noEnvelope }
        self.kind = kind
        sequence = WireNumber.read(bytes[1..<Self.headerLength])
        body = UnsafeRawBufferPointer(rebasing: bytes[Self.headerLength...])
    }

    /// Writes a frame.
    ///
    /// - Parameters:
    ///   - kind: The purpose of the frame.
    ///   - sequence: The number of the frame.
    ///   - body: The body.
    ///   - room: Memory of exactly the length of the frame.
    package static func write(
        _ kind: Kind,
        _ sequence: UInt64,
        _ body: UnsafeRawBufferPointer,
        to room: UnsafeMutableRawBufferPointer
    ) {
        room[0] = kind.rawValue
        for (index, byte) in WireNumber.bytes(sequence).enumerated() { room[1 + index] = byte }
        UnsafeMutableRawBufferPointer(rebasing: room[headerLength...]).copyMemory(from: body)
    }
}

/// Encodes unsigned integers of 64 bits in big-endian byte order.
package enum WireNumber {
    /// The length of a number in bytes.
    package static let length = 8

    package static func bytes(_ number: UInt64) -> [UInt8] {
        (1...length).map { UInt8(truncatingIfNeeded: number >> UInt64(8 * (length - $0))) }
    }

    package static func read(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// A violation of the protocol by the other bridge, which ends the connection.
package enum BridgeViolation: Error, Equatable, CustomStringConvertible {
    case noEnvelope
    case gap(expected: UInt64, found: UInt64)
    case unexpected(Envelope.Kind)
    case malformedBody(Envelope.Kind)
    case otherVersion(UInt8)
    case creditExceeded
    case budgetExceeded
    case creditLowered
    case notZMTP(ZMTPViolation)
    case multipleFrames
    case choseRoutingID

    package var description: String {
        switch self {
        case .noEnvelope: "a frame is not an envelope"
        case .gap(let expected, let found): "frame \(found) arrived instead of frame \(expected)"
        case .unexpected(let kind): "a frame of the kind \(kind) is not allowed here"
        case .malformedBody(let kind): "the body of a frame of the kind \(kind) is malformed"
        case .otherVersion(let version):
            "it uses version \(version), but this bridge uses version \(Opening.version); upgrade the older one"
        case .creditExceeded: "it sent or requested more than the credit of a connection allows"
        case .budgetExceeded: "more of its data waits for processes of this host than the memory budget allows"
        case .creditLowered: "a credit was lowered, or raised by too little"
        case .notZMTP(let violation): "its data violates ZMTP: \(violation)"
        case .multipleFrames: "a message has several frames"
        case .choseRoutingID: "it has chosen its own routing id"
        }
    }
}
