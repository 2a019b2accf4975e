import Glibc
package import ServiceKit

/// Tests whether a broker accepts connections on its sockets.
///
/// The existence of the files proves nothing: a killed broker leaves them behind.
package struct BrokerProbe {
    package let data: DataDirectory

    package init(data: DataDirectory) {
        self.data = data
    }

    package func isAnswered(by number: Int = 1) -> Bool {
        data.sockets(ofBroker: number).allSatisfy(Self.accepts)
    }

    /// The numbers of the brokers that accept connections, the preferred one first.
    var answering: [Int] { DataDirectory.brokerNumbers.filter(isAnswered) }

    private static func accepts(_ path: String) -> Bool {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { bytes in
            // Preflight has checked that the path fits, with its terminating zero.
            bytes.copyBytes(from: path.utf8.prefix(bytes.count - 1))
        }
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        // A full backlog also means that a broker listens.
        return result == 0 || errno == EAGAIN
    }
}
