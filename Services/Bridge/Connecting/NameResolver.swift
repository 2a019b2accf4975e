import ServiceKit
import Synchronization
import Threading

#if canImport(Glibc)
import Glibc
#endif

/// Resolves names of hosts on separate threads, because a name server may be slow.
enum NameResolver {
    /// The longest numeric address as text, with a scope and the terminating zero.
    private static let addressLengthMax = 128

    /// Resolves a host.
    ///
    /// - Parameters:
    ///   - address: The host, by name or address, and the port.
    ///   - found: Called on another thread with endpoints of numeric addresses, the preferred one first. It gets none
    ///     if the host cannot be resolved.
    static func resolve(_ address: TCPAddress, found: @escaping @Sendable ([String]) -> Void) {
        if !OSThread.startIfPossible({ found(endpoints(address)) }) { found([]) }
    }

    /// Returns the endpoints of all addresses of a host; none if it cannot be resolved.
    static func endpoints(_ address: TCPAddress) -> [String] {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        hints.ai_flags = AI_NUMERICSERV
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(address.host, "\(address.port)", &hints, &list) == 0 else { return [] }
        defer { freeaddrinfo(list) }
        var endpoints: [String] = []
        var next = list
        while let entry = next {
            if let host = numericHost(entry.pointee) {
                endpoints.append("\(TCPAddress(host: host, port: address.port))")
            }
            next = entry.pointee.ai_next
        }
        return endpoints
    }

    private static func numericHost(_ entry: addrinfo) -> String? {
        var text = [CChar](repeating: 0, count: addressLengthMax)
        let length = socklen_t(text.count)
        guard getnameinfo(entry.ai_addr, entry.ai_addrlen, &text, length, nil, 0, NI_NUMERICHOST) == 0 else {
            return nil
        }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
