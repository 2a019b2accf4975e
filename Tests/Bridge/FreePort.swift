#if canImport(Glibc)
import Glibc
#endif

/// Finds ports of this host.
enum FreePort {
    struct None: Error {}

    /// The range below the ephemeral ports, so that no outgoing connection can use a port meanwhile.
    private static let ports: Range<UInt16> = 15_000..<32_000
    /// The bound of attempts; a test host has far fewer listeners than ports.
    private static let attemptsMax = 100

    /// Returns a port without a listener.
    ///
    /// - Throws: `None` if all tried ports are in use.
    static func find() throws -> UInt16 {
        for _ in 0..<attemptsMax {
            guard let listener = try? LoopbackListener(port: .random(in: ports)) else { continue }
            close(listener.descriptor)
            return listener.port
        }
        throw None()
    }
}

/// A listening port of a test.
struct LoopbackListener {
    let descriptor: Int32
    let port: UInt16

    /// Listens on a port of the loopback address.
    ///
    /// - Parameter wanted: The port; 0 to let the system choose.
    /// - Throws: `FreePort.None` if the port is in use.
    init(port wanted: UInt16 = 0) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = Loopback.address(wanted)
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let descriptor = descriptor
        let status = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                bind(descriptor, address, length) == 0 && listen(descriptor, 128) == 0
                    && getsockname(descriptor, address, &length) == 0
            }
        }
        guard status else {
            close(descriptor)
            throw FreePort.None()
        }
        port = UInt16(bigEndian: address.sin_port)
    }
}

/// Connections to ports of this host.
enum Loopback {
    static func address(_ port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
        return address
    }

    /// Connects to a port.
    ///
    /// - Parameters:
    ///   - port: A port of 127.0.0.1.
    ///   - source: The source address, a loopback address; chosen by the system if nil.
    /// - Returns: The descriptor; nil if no process listens there.
    static func connect(_ port: UInt16, from source: String? = nil) -> Int32? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        if let source, !bindAddress(descriptor, source) {
            close(descriptor)
            return nil
        }
        var address = address(port)
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        if status == 0 { return descriptor }
        close(descriptor)
        return nil
    }

    private static func bindAddress(_ descriptor: Int32, _ source: String) -> Bool {
        var address = address(0)
        address.sin_addr = in_addr(s_addr: inet_addr(source))
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    /// Returns whether the other side has ended a connection; data before the end is dropped.
    static func isEnded(_ descriptor: Int32) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            if count == 0 || (count < 0 && errno != EAGAIN) { return true }
            if count < 0 { return false }
        }
    }

    /// Writes all bytes; returns false on failure.
    @discardableResult
    static func write(_ descriptor: Int32, _ bytes: some Sequence<UInt8>) -> Bool {
        var rest = Array(bytes)
        while !rest.isEmpty {
            let count = send(descriptor, rest, rest.count, Int32(MSG_NOSIGNAL))
            guard count > 0 else { return false }
            rest.removeFirst(count)
        }
        return true
    }
}
