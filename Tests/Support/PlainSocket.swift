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

    /// Listens on a port of 127.0.0.1; the system chooses it if it is 0.
    package static func listen(on wanted: UInt16 = 0) throws -> (descriptor: Int32, port: UInt16) {
        let descriptor = streamSocket()
        var address = address(wanted)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && Glibc.listen(descriptor, backlog) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard isListening else {
            defer { close(descriptor) }
            throw Failure("listen on port \(wanted)")
        }
        return (descriptor, UInt16(bigEndian: address.sin_port))
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

    private static func streamSocket() -> Int32 {
        socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    }

    private static func address(_ port: UInt16, of host: String = "127.0.0.1") -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = inet_addr(host)
        return address
    }

    /// Calls `bind` or `connect`; returns whether it succeeds.
    private static func call(
        _ function: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32,
        _ descriptor: Int32,
        _ address: sockaddr_in
    ) -> Bool {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                function(descriptor, address, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }
}
