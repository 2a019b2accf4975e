import Messaging
import ServiceKit
import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// Finds out the addresses of hosts on threads of its own, because a name server may take its time.
enum NameResolver {
    /// What a numeric address takes as text, with its closing zero and a scope.
    private static let addressLengthMax = 128

    /// Looks a host up.
    ///
    /// - Parameters:
    ///   - address: The host, by name or address, and the port.
    ///   - found: Called on another thread with endpoints of numeric addresses, the preferred one first; none if the host is
    ///     not known now.
    static func resolve(_ address: TCPAddress, found: @escaping @Sendable ([String]) -> Void) {
        if !OSThread.startIfPossible({ found(endpoints(address)) }) { found([]) }
    }

    /// Asks the system for all addresses of a host.
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
