#if canImport(Glibc)
import Glibc
#endif

/// An IPv4 or IPv6 address; an IPv4 address is stored in its mapped IPv6 form (RFC 4291 §2.5.5.2).
package struct IPAddress: Sendable, Equatable {
    /// The prefix of an IPv4 address in its mapped IPv6 form.
    private static let mappedPrefix = [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF]

    /// Sixteen bytes, in network order.
    let bytes: [UInt8]

    /// Parses an address; nil for any other text.
    package init?(_ text: String) {
        // inet_pton writes 4 bytes for AF_INET and 16 for AF_INET6.
        var bytes = [UInt8](repeating: 0, count: 16)
        if inet_pton(AF_INET, text, &bytes) == 1 {
            self.bytes = Self.mappedPrefix + bytes.prefix(4)
        } else if inet_pton(AF_INET6, text, &bytes) == 1 {
            self.bytes = bytes
        } else {
            return nil
        }
    }

    /// The four bytes of an IPv4 address; nil for an IPv6 address.
    var ipv4: ArraySlice<UInt8>? { bytes.starts(with: Self.mappedPrefix) ? bytes.suffix(4) : nil }

    /// True for 127.0.0.0/8 (RFC 6890) and `::1`.
    package var isLoopback: Bool {
        ipv4.map { $0.first == 127 } ?? (bytes == [UInt8](repeating: 0, count: 15) + [1])
    }
}

/// The addresses with a common prefix.
package struct IPNetwork: Sendable {
    /// The bits before an IPv4 address in its mapped IPv6 form.
    private static let mappedBits = 96

    private let address: IPAddress
    /// The length of the prefix, of 128 bits.
    private let bits: Int

    /// Parses `10.0.0.0/8`, `fd00::/8` or a single address; nil for any other text.
    package init?(_ text: String) {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard let first = parts.first, let address = IPAddress(String(first)), parts.count <= 2 else { return nil }
        let offset = address.ipv4 == nil ? 0 : Self.mappedBits
        var bits = 128
        if parts.count == 2 {
            guard let length = Int(parts[1]), (0...(128 - offset)).contains(length) else { return nil }
            bits = offset + length
        }
        (self.address, self.bits) = (address, bits)
    }

    package func contains(_ other: IPAddress) -> Bool {
        for index in 0..<16 {
            let counted = min(8, max(0, bits - 8 * index))
            guard counted > 0 else { return true }
            let mask = UInt8(truncatingIfNeeded: 0xFF << (8 - counted))
            if (address.bytes[index] ^ other.bytes[index]) & mask != 0 { return false }
        }
        return true
    }
}
