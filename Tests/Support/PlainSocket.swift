import Synchronization

#if canImport(Glibc)
import Glibc
#endif

/// Sockets as plain descriptors, for what clients and servers do not offer.
package enum PlainSocket {
    /// A failed system call.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        fileprivate init(_ call: String) { description = "\(call): \(String(cString: strerror(errno)))" }
    }

    /// The ports below the ephemeral ones, so that no outgoing connection can use a port meanwhile.
    private static let ports: Range<UInt16> = 15_000..<32_000
    /// The maximum number of attempts to find a port; a host of tests has far fewer listeners than ports.
    private static let attemptsMax = 100
    /// The length of the queue of connections: more than any test opens before it accepts one.
    private static let backlog: Int32 = 128
    private static let bytesPerRead = 4_096

    private static let givenPorts = Mutex<Set<UInt16>>([])

    /// Returns a port of this host that has no listener, and another one each time.
    ///
    /// - Throws: ``Failure`` if all tried ports are in use.
    package static func freePort() throws -> UInt16 {
        for _ in 0..<attemptsMax {
            let port = UInt16.random(in: ports)
            guard let listener = try? listen(on: port) else { continue }
            close(listener.descriptor)
            if givenPorts.withLock({ $0.insert(port).inserted }) { return port }
        }
        throw Failure("bind")
    }

    /// Whether this host has the loopback address of IPv6.
    package static var hasIPv6: Bool {
        guard let listener = try? listen(isIPv6: true) else { return false }
        close(listener.descriptor)
        return true
    }

    /// Listens on a port of the loopback address.
    ///
    /// - Parameters:
    ///   - wanted: The port; 0 to let the system choose it.
    ///   - isIPv6: Whether the address is `::1` instead of `127.0.0.1`.
    /// - Returns: The descriptor and the port.
    /// - Throws: ``Failure`` if the port is in use, or if this host does not have the address.
    package static func listen(
        on wanted: UInt16 = 0,
        isIPv6: Bool = false
    ) throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = streamSocket(isIPv6: isIPv6)
        let address = isIPv6 ? addressIPv6(wanted) : address(wanted)
        guard call(bind, descriptor, address), Glibc.listen(descriptor, backlog) == 0,
            let port = boundPort(descriptor, addressLength: address.count)
        else {
            defer { close(descriptor) }
            throw Failure("listen on port \(wanted)")
        }
        return (descriptor, port)
    }

    /// Connects to a port of 127.0.0.1.
    ///
    /// - Parameters:
    ///   - port: The port.
    ///   - source: The source address, a loopback address; chosen by the system if nil.
    ///   - receiveBuffer: The size of the receive buffer in bytes; nil for the default.
    /// - Returns: The descriptor.
    /// - Throws: ``Failure`` if no process listens there.
    package static func connect(_ port: UInt16, from source: String? = nil, receiveBuffer: Int32? = nil) throws -> Int32
    {
        let descriptor = streamSocket()
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        let isBound = source.map { call(bind, descriptor, address(0, of: $0)) } ?? true
        guard isBound, call(Glibc.connect, descriptor, address(port)) else {
            defer { close(descriptor) }
            throw Failure("connect to port \(port)")
        }
        return descriptor
    }

    /// Begins to connect to a port of the loopback address, and does not wait for the connection.
    ///
    /// - Parameters:
    ///   - port: The port.
    ///   - source: The source address, a loopback address of IPv4; chosen by the system if nil.
    ///   - isIPv6: Whether the port is one of `::1` instead of `127.0.0.1`.
    /// - Returns: The descriptor; its calls do not block.
    /// - Throws: ``Failure`` if no process listens there.
    package static func beginConnect(_ port: UInt16, from source: String? = nil, isIPv6: Bool = false) throws -> Int32 {
        let descriptor = streamSocket(isIPv6: isIPv6, flags: Int32(SOCK_NONBLOCK.rawValue))
        let isBound = source.map { call(bind, descriptor, address(0, of: $0)) } ?? true
        let target = isIPv6 ? addressIPv6(port) : address(port)
        guard isBound, call(Glibc.connect, descriptor, target) || errno == EINPROGRESS else {
            defer { close(descriptor) }
            throw Failure("connect to port \(port)")
        }
        return descriptor
    }

    /// Returns whether a connection is made; on one host that does not take time, unless a packet is dropped.
    package static func isConnected(_ descriptor: Int32) -> Bool {
        var address = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getpeername(descriptor, $0, &length) == 0 }
        }
    }

    /// Writes all bytes.
    ///
    /// - Throws: ``Failure`` if the peer has closed the connection.
    package static func write(_ bytes: some Sequence<UInt8>, to descriptor: Int32) throws {
        var rest = Array(bytes)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { throw Failure("send") }
            rest = rest.dropFirst(count)
        }
    }

    package static func write(_ text: String, to descriptor: Int32) throws { try write(text.utf8, to: descriptor) }

    /// Returns whether the peer has ended a connection; data before the end is discarded.
    package static func isEnded(_ descriptor: Int32) -> Bool {
        var bytes = [UInt8](repeating: 0, count: bytesPerRead)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count == 0 || (count < 0 && errno != EAGAIN) { return true }
            if count < 0 { return false }
        }
    }

    private static func streamSocket(isIPv6: Bool = false, flags: Int32 = 0) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        return socket(isIPv6 ? AF_INET6 : AF_INET, type | flags, 0)
    }

    /// Returns the port that a socket is bound to; nil on failure.
    private static func boundPort(_ descriptor: Int32, addressLength: Int) -> UInt16? {
        var (address, length) = ([UInt8](repeating: 0, count: addressLength), socklen_t(addressLength))
        let status = address.withUnsafeMutableBytes { bytes in
            getsockname(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
        }
        // The addresses of both families have the port after the number of the family, which has two bytes.
        return status == 0 ? UInt16(address[2]) << 8 | UInt16(address[3]) : nil
    }

    /// Returns the bytes of a `sockaddr_in` for an address of this host.
    private static func address(_ port: UInt16, of host: String = "127.0.0.1") -> [UInt8] {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr(host)
        return withUnsafeBytes(of: address) { Array($0) }
    }

    /// Returns the bytes of a `sockaddr_in6` for `::1`.
    private static func addressIPv6(_ port: UInt16) -> [UInt8] {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = port.bigEndian
        address.sin6_addr = in6addr_loopback
        return withUnsafeBytes(of: address) { Array($0) }
    }

    /// Calls `bind` or `connect` with the bytes of an address; returns whether it succeeds.
    private static func call(
        _ function: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32,
        _ descriptor: Int32,
        _ address: [UInt8]
    ) -> Bool {
        address.withUnsafeBytes { bytes in
            let pointer = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            return function(descriptor, pointer, socklen_t(bytes.count)) == 0
        }
    }
}
