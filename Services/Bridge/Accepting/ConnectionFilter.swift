#if canImport(Glibc)
import Glibc
#endif

/// Selects new connections that the system drops before a listening socket accepts them.
///
/// The system drops the first packet of a connection (SYN). So the connection uses no descriptor, and no processor time
/// of a handshake. The other host repeats the packet after 1, 3 and 7 seconds.
package struct ConnectionFilter: Equatable, Sendable {
    /// The networks with connections that are dropped, as returned by ``PeerNetwork``.
    package var dropped: Set<[UInt8]> = []
    /// Whether connections of all networks are dropped, except those in ``exempt``.
    package var dropsOthers = false
    /// The networks with connections that pass although others are dropped.
    package var exempt: Set<[UInt8]> = []

    /// A filter that drops all connections.
    package static let closed = ConnectionFilter(dropsOthers: true)

    package init(dropped: Set<[UInt8]> = [], dropsOthers: Bool = false, exempt: Set<[UInt8]> = []) {
        (self.dropped, self.dropsOthers, self.exempt) = (dropped, dropsOthers, exempt)
    }

    /// Whether all connections pass.
    package var isOpen: Bool { dropped.isEmpty && !dropsOthers }

    /// Applies the filter to a listening socket, instead of an earlier one.
    ///
    /// Accepted connections inherit the filter, but it passes all of their packets.
    ///
    /// - Returns: Whether the system supports it.
    package func apply(to descriptor: Int32) -> Bool {
        guard !isOpen else {
            var unused: Int32 = 0
            let length = socklen_t(MemoryLayout<Int32>.size)
            // ENOENT means that there was no filter.
            return setsockopt(descriptor, SOL_SOCKET, SO_DETACH_FILTER, &unused, length) == 0 || errno == ENOENT
        }
        var instructions = program
        return instructions.withUnsafeMutableBytes { bytes in
            var description = FilterProgram(count: UInt16(bytes.count / Instruction.length), first: bytes.baseAddress)
            let length = socklen_t(MemoryLayout<FilterProgram>.size)
            return setsockopt(descriptor, SOL_SOCKET, SO_ATTACH_FILTER, &description, length) == 0
        }
    }

    /// `struct sock_fprog` of the system.
    private struct FilterProgram {
        var count: UInt16
        var first: UnsafeMutableRawPointer?
    }

    /// One instruction of the classic BSD Packet Filter: `struct sock_filter` of the system.
    private struct Instruction {
        static let length = 8

        let code: UInt16
        var ifTrue: UInt8 = 0
        var ifFalse: UInt8 = 0
        let value: UInt32

        static let pass = Instruction(code: 0x06, value: .max)
        static let drop = Instruction(code: 0x06, value: 0)

        static func loadByte(_ offset: UInt32) -> Instruction { Instruction(code: 0x30, value: offset) }
        static func loadWord(_ offset: UInt32) -> Instruction { Instruction(code: 0x20, value: offset) }
        static func and(_ mask: UInt32) -> Instruction { Instruction(code: 0x54, value: mask) }
        /// Skips instructions unless the loaded value equals another one.
        static func unless(_ value: UInt32, skip count: UInt8) -> Instruction {
            Instruction(code: 0x15, ifFalse: count, value: value)
        }
        static func skip(_ count: Int) -> Instruction { Instruction(code: 0x05, value: UInt32(count)) }
    }

    /// Offsets in a packet; those of the IP header begin at `SKF_NET_OFF`.
    private enum Offset {
        static let tcpFlags: UInt32 = 13
        static let ipVersion = UInt32(bitPattern: -0x10_0000)
        static let ipv4Source = ipVersion + 12
        static let ipv6Source = ipVersion + 8
    }

    private static let addressLengthIPv4 = 4
    /// SYN and ACK among the flags of TCP; only the first packet of a connection has SYN alone.
    private static let (syn, synAndAck): (UInt32, UInt32) = (0x02, 0x12)

    private var program: [Instruction] {
        let (ipv4, ipv6) = (rules(isIPv4: true), rules(isIPv4: false))
        let head: [Instruction] = [
            .loadByte(Offset.tcpFlags), .and(Self.synAndAck), .unless(Self.syn, skip: 1), .skip(1), .pass,
            .loadByte(Offset.ipVersion), .and(0xF0), .unless(0x40, skip: 1), .skip(1), .skip(ipv4.count),
        ]
        return head + ipv4 + ipv6
    }

    /// Returns the instructions for packets of one version of IP.
    private func rules(isIPv4: Bool) -> [Instruction] {
        let isOfVersion = { (network: [UInt8]) in (network.count == Self.addressLengthIPv4) == isIPv4 }
        let dropped = dropped.filter(isOfVersion).flatMap { Self.rule($0, .drop) }
        let exempt = dropsOthers ? exempt.filter(isOfVersion).flatMap { Self.rule($0, .pass) } : []
        return dropped + exempt + [dropsOthers ? .drop : .pass]
    }

    /// Returns instructions that end the program with a verdict for packets from a network.
    private static func rule(_ network: [UInt8], _ verdict: Instruction) -> [Instruction] {
        let words = stride(from: 0, to: network.count, by: 4).map { start in
            network[start...].prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        }
        switch words.count {
        case 1: return [.loadWord(Offset.ipv4Source), .unless(words[0], skip: 1), verdict]
        case 2:
            return [
                .loadWord(Offset.ipv6Source), .unless(words[0], skip: 3),
                .loadWord(Offset.ipv6Source + 4), .unless(words[1], skip: 1), verdict,
            ]
        default: return []
        }
    }
}

/// The part of an address that identifies a client.
package enum PeerNetwork {
    /// The prefix of IPv4-mapped IPv6 addresses (RFC 4291, section 2.5.5.2).
    private static let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
    /// The length of an IPv6 network in bytes: one customer usually has a /64.
    private static let networkLength = 8

    /// Returns the network of a connection's client; empty if the connection has none.
    static func ofPeer(_ descriptor: Int32) -> [UInt8] {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let status = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) }
        }
        guard status == 0 else { return [] }
        return withUnsafeBytes(of: storage) { bytes($0) }
    }

    /// Returns the IPv4 address or IPv6 network of a `sockaddr`; empty for other families.
    package static func bytes(_ address: UnsafeRawBufferPointer) -> [UInt8] {
        guard address.count >= MemoryLayout<sockaddr_in6>.size else { return [] }
        switch Int32(address.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET: return Array(address[4..<8])
        case AF_INET6:
            let full = Array(address[8..<24])
            return full.starts(with: mappedPrefix) ? Array(full[12...]) : Array(full.prefix(networkLength))
        default: return []
        }
    }
}
