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
