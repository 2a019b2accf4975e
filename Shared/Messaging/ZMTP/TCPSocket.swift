#if canImport(Glibc)
import Glibc
#endif

/// A host and a port, as in `tcp://10.0.0.5:5700`, `tcp://[::1]:5700` or `tcp://broker.lan:5700`.
package struct TCPAddress: Sendable, Hashable, CustomStringConvertible {
    private static let scheme = "tcp://"

    package let host: String
    package let port: UInt16

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads an endpoint; nil if it is none of TCP.
    package init?(endpoint: String) {
        guard endpoint.hasPrefix(Self.scheme) else { return nil }
        let authority = endpoint.dropFirst(Self.scheme.count)
        guard let colon = authority.lastIndex(of: ":"), let port = UInt16(authority[authority.index(after: colon)...])
        else { return nil }
        var host = authority[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty else { return nil }
        self.init(host: String(host), port: port)
    }

    /// Whether only processes of this host can come there.
    package var isLoopback: Bool { ["127.0.0.1", "::1", "localhost"].contains(host) }

    package var description: String { "\(Self.scheme)\(host.contains(":") ? "[\(host)]" : host):\(port)" }

    /// The same host some ports further; nil beyond the last port.
    package func next(_ count: UInt16) -> TCPAddress? {
        guard let port = UInt16(exactly: Int(port) + Int(count)) else { return nil }
        return TCPAddress(host: host, port: port)
    }
}

/// The address of a host and a port as the system takes it.
struct SocketAddress: Sendable {
    let family: Int32
    let bytes: [UInt8]

    /// Asks the system for the addresses of a host, which may take long when a name server has to be asked.
    ///
    /// - Parameters:
    ///   - address: Host and port.
    ///   - isNumeric: Whether only an address will do, and no name, so that nobody has to be asked.
    /// - Returns: All addresses, the preferred one first.
    static func resolve(_ address: TCPAddress, isNumeric: Bool) -> [SocketAddress] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        unsafe hints.ai_flags = AI_NUMERICSERV | AI_PASSIVE | (isNumeric ? AI_NUMERICHOST : 0)
        var found: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(address.host, "\(address.port)", &hints, &found) == 0 else { return [] }
        defer { unsafe freeaddrinfo(found) }
        var addresses: [SocketAddress] = []
        var next = unsafe found
        while let entry = unsafe next {
            let bytes = unsafe UnsafeRawBufferPointer(
                start: entry.pointee.ai_addr,
                count: Int(entry.pointee.ai_addrlen)
            )
            unsafe addresses.append(SocketAddress(family: entry.pointee.ai_family, bytes: Array(bytes)))
            unsafe next = entry.pointee.ai_next
        }
        return addresses
    }

    func withPointer(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        unsafe bytes.withUnsafeBytes { bytes in
            guard let address = unsafe bytes.assumingMemoryBound(to: sockaddr.self).baseAddress else { return -1 }
            return unsafe body(address, socklen_t(bytes.count))
        }
    }
}

/// TCP sockets that never block.
enum TCPSocket {
    /// How soon a silent host is asked whether it is there, how often and how rarely, in seconds; and after how many
    /// milliseconds it is given up if it takes nothing that is sent to it.
    ///
    /// Frozen processes are found out by heartbeats within three seconds. This is for hosts that vanish without a word.
    private static let keepAlive: (idle: Int32, interval: Int32, count: Int32, timeoutMs: Int32) = (5, 5, 3, 15_000)

    /// A socket at an address of this host, which is not listening yet.
    static func bind(_ address: TCPAddress) throws(SocketError) -> Int32 {
        guard let resolved = SocketAddress.resolve(address, isNumeric: address.host != "localhost").first
        else {
            throw SocketError(operation: "bind \(address)", code: EADDRNOTAVAIL)
        }
        let descriptor = try make(resolved)
        set(descriptor, SOL_SOCKET, SO_REUSEADDR)
        guard unsafe resolved.withPointer({ unsafe Glibc.bind(descriptor, $0, $1) }) == 0 else {
            let error = SocketError.last("bind \(address)")
            close(descriptor)
            throw error
        }
        return descriptor
    }

    /// Begins to connect; whether that succeeds shows when something is sent or received.
    static func connect(_ address: SocketAddress) throws(SocketError) -> Int32? {
        let descriptor = try make(address)
        ready(descriptor)
        let status = unsafe address.withPointer { unsafe Glibc.connect(descriptor, $0, $1) }
        if status == 0 || errno == EINPROGRESS { return descriptor }
        close(descriptor)
        return nil
    }

    private static func make(_ address: SocketAddress) throws(SocketError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.family, type, 0)
        guard descriptor >= 0 else { throw .last("socket") }
        return descriptor
    }

    /// Lets small messages go out without waiting for others, and finds out hosts that have vanished.
    static func ready(_ descriptor: Int32) {
        let tcp = Int32(IPPROTO_TCP)
        set(descriptor, tcp, TCP_NODELAY)
        set(descriptor, SOL_SOCKET, SO_KEEPALIVE)
        set(descriptor, tcp, TCP_KEEPIDLE, keepAlive.idle)
        set(descriptor, tcp, TCP_KEEPINTVL, keepAlive.interval)
        set(descriptor, tcp, TCP_KEEPCNT, keepAlive.count)
        set(descriptor, tcp, TCP_USER_TIMEOUT, keepAlive.timeoutMs)
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32, _ value: Int32 = 1) {
        var value = value
        _ = unsafe setsockopt(descriptor, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }
}
