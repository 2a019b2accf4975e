package import CommandSupport

#if canImport(Glibc)
import Glibc
#endif

/// An IP address with the length of its network's prefix.
package struct NetworkAddress: Sendable, Hashable, CustomStringConvertible {
    /// 4 or 16 bytes.
    package let bytes: [UInt8]
    /// The bits that name the network.
    package let prefixLength: Int

    package init(bytes: [UInt8], prefixLength: Int) {
        (self.bytes, self.prefixLength) = (bytes, min(max(prefixLength, 0), bytes.count * 8))
    }

    /// Parses an IPv4 or IPv6 address; nil for other texts.
    ///
    /// The network is the address alone.
    package init?(_ text: String) {
        for family in [AF_INET, AF_INET6] {
            var bytes = [UInt8](repeating: 0, count: family == AF_INET ? 4 : 16)
            if inet_pton(family, text, &bytes) == 1 {
                self.init(bytes: bytes, prefixLength: bytes.count * 8)
                return
            }
        }
        return nil
    }

    /// The address without the prefix length.
    package var description: String {
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        let family = bytes.count == 4 ? AF_INET : AF_INET6
        guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The mask of the network.
    var mask: [UInt8] {
        bytes.indices.map { index in
            let bits = min(max(prefixLength - index * 8, 0), 8)
            return bits == 0 ? 0 : UInt8.max << (8 - bits)
        }
    }

    /// The network, as a name constraint encodes it (RFC 5280, section 4.2.1.10): its first address, then the mask.
    var constraint: [UInt8] { zip(bytes, mask).map { $0 & $1 } + mask }

    /// Whether the network contains an address.
    func contains(_ other: NetworkAddress) -> Bool {
        bytes.count == other.bytes.count && zip(zip(bytes, other.bytes), mask).allSatisfy { ($0.0 ^ $0.1) & $1 == 0 }
    }

    /// Whether the address is reached only from local networks, which may assign another one (RFC 1918, RFC 4193).
    var isPrivate: Bool {
        switch (bytes.count, bytes[0], bytes[1]) {
        case (4, 10, _), (4, 192, 168), (4, 172, 16...31), (4, 127, _): true
        case (16, 0xFC...0xFD, _): true
        default: false
        }
    }

    static let loopback = [
        NetworkAddress(bytes: [127, 0, 0, 1], prefixLength: 8),
        NetworkAddress(bytes: [UInt8](repeating: 0, count: 15) + [1], prefixLength: 128),
    ]
}

/// The names and addresses of a server in its certificate.
package struct CertificateNames: Sendable, Equatable {
    /// Host names in lower case, sorted.
    package let names: [String]
    /// Addresses with their networks.
    package let addresses: [NetworkAddress]
    /// The names and addresses that the certificate must have; it may lack others.
    package let required: Set<String>

    /// - Parameters:
    ///   - names: Host names.
    ///   - addresses: Addresses; their networks limit the certificate authority.
    ///   - required: The names and addresses that the certificate must have.
    package init(names: [String], addresses: [NetworkAddress], required: Set<String> = []) {
        self.names = Set(names.map { $0.lowercased() } + ["localhost"]).sorted()
        self.addresses = Set(addresses + NetworkAddress.loopback).sorted { "\($0)" < "\($1)" }
        self.required = required
    }

    /// Returns the names and addresses without some.
    func without(_ excluded: [String]) -> CertificateNames {
        CertificateNames(
            names: names.filter { !excluded.contains($0) },
            addresses: addresses.filter { !excluded.contains("\($0)") },
            required: required
        )
    }

    /// Returns the names of this host: those given, its host name alone and with `.local`, and its private addresses.
    ///
    /// Public addresses must be given: providers change them, and a certificate authority of this host could then not
    /// certify them.
    ///
    /// - Parameter given: Names or addresses by which devices reach the server, beside those of the host.
    /// - Returns: The names of the host.
    /// - Throws: `CommandFailure` for a text that is neither.
    package static func ofThisHost(_ given: [String] = []) throws(CommandFailure) -> CertificateNames {
        var (names, addresses) = ([String](), HostInterfaces.addresses().filter(\.isPrivate))
        for text in given {
            if let address = NetworkAddress(text) {
                addresses.append(addresses.first { $0.bytes == address.bytes } ?? address)
            } else {
                names.append(text)
            }
        }
        for name in names where !isHostName(name) {
            throw CommandFailure(
                "--name is \(name), but must be a host name such as food.example.org, or an IP address."
            )
        }
        let own = HostInterfaces.hostName().filter { isHostName($0) }
        return CertificateNames(
            names: names + own + own.filter { !$0.contains(".") }.map { "\($0).local" },
            addresses: addresses,
            required: Set(given.map { NetworkAddress($0).map { "\($0)" } ?? $0.lowercased() })
        )
    }

    /// Whether a text is a host name (RFC 1123), without a wildcard.
    static func isHostName(_ text: String) -> Bool {
        let labels = text.split(separator: ".", omittingEmptySubsequences: false)
        return text.utf8.count <= 253
            && labels.allSatisfy { label in
                (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
                    && label.utf8.allSatisfy { byte in
                        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                            || byte == UInt8(ascii: "-")
                    }
            }
    }

    /// The networks that a certificate authority for these addresses may certify.
    ///
    /// A router may give the server another address of the same private network. Devices should not have to trust
    /// another authority then.
    var networks: [NetworkAddress] {
        addresses.map { address in
            address.isPrivate || NetworkAddress.loopback.contains(address)
                ? address : NetworkAddress(bytes: address.bytes, prefixLength: address.bytes.count * 8)
        }
    }

    /// All names and addresses, for people.
    package var all: [String] { names + addresses.map { "\($0)" } }
}

/// The names and addresses that the operating system knows.
enum HostInterfaces {
    static func hostName() -> [String] {
        var text = [CChar](repeating: 0, count: 256)
        guard gethostname(&text, text.count - 1) == 0 else { return [] }
        let name = String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        return name.isEmpty ? [] : [name]
    }

    /// Returns the addresses of all active interfaces, without those that only one link knows (`fe80::`).
    static func addresses() -> [NetworkAddress] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var (found, next) = ([NetworkAddress](), first)
        while let interface = next?.pointee {
            next = interface.ifa_next
            guard interface.ifa_flags & UInt32(IFF_UP) != 0, let bytes = bytes(interface.ifa_addr),
                let mask = Self.bytes(interface.ifa_netmask), !(bytes.count == 16 && bytes[0] == 0xFE)
            else { continue }
            found.append(NetworkAddress(bytes: bytes, prefixLength: mask.reduce(0) { $0 + $1.nonzeroBitCount }))
        }
        return found.filter { !NetworkAddress.loopback[0].contains($0) && $0.bytes != NetworkAddress.loopback[1].bytes }
    }

    private static func bytes(_ address: UnsafeMutablePointer<sockaddr>?) -> [UInt8]? {
        guard let address else { return nil }
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
                withUnsafeBytes(of: pointer.pointee.sin_addr) { Array($0) }
            }
        case AF_INET6:
            return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
                withUnsafeBytes(of: pointer.pointee.sin6_addr) { Array($0) }
            }
        default: return nil
        }
    }
}
