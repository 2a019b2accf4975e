import Contracts
import Glibc
import ServiceKit
import TestSupport
import Testing

/// Stands in for systemd: a datagram socket that receives notifications.
final class StubNotificationSocket {
    private let directory: TemporaryDirectory
    private let descriptor: Int32
    /// The value of `$NOTIFY_SOCKET`.
    let name: String

    /// - Parameter isAbstract: Whether the name is in the abstract namespace instead of a path.
    /// - Throws: An error if there is no temporary directory.
    init(isAbstract: Bool = false) throws {
        directory = try TemporaryDirectory()
        let path = directory.file("notify")
        name = isAbstract ? "@\(path)" : path
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = isAbstract ? [0] + Array(path.utf8) : Array(path.utf8) + [0]
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, length) }
        }
    }

    deinit { close(descriptor) }

    /// The next notification, in the order of sending; nil if there is none.
    func next() -> String? {
        var bytes = [UInt8](repeating: 0, count: 4_096)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        return count >= 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }

    /// Waits for a notification that contains a text; skips earlier ones.
    func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) async throws -> String {
        try await eventualValue("a notification contains \(text)", sourceLocation: sourceLocation) {
            while let next = next() {
                if next.contains(text) { return next }
            }
            return nil
        }
    }
}
