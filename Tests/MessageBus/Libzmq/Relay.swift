import Synchronization
import Threading
import ZMTP

#if canImport(Glibc)
import Glibc
#endif

/// Passes bytes between clients of one Unix socket and a server at another one, records them, and cuts connections off.
final class Relay: Sendable {
    /// The bytes that passed over one connection.
    struct Traffic {
        var toServer: [UInt8] = []
        var toClient: [UInt8] = []
    }

    /// The time limit of one wait for bytes, in milliseconds; then a thread checks whether the relay has stopped.
    private static let waitMs: Int32 = 50
    private static let chunk = 64 << 10

    /// The endpoint for clients.
    let endpoint: String
    /// Used only by the thread that accepts connections.
    private nonisolated(unsafe) let listener: StreamListener
    private let server: String
    private let bytesToClientMax: @Sendable (Int) -> Int?
    private let state = Mutex((traffic: [Traffic](), isStopped: false))

    /// - Parameters:
    ///   - path: The path for clients.
    ///   - server: The server's path.
    ///   - bytesToClientMax: Returns the number of the server's bytes after which a connection is cut off, by its
    ///     number from 0; nil for never.
    /// - Throws: `SocketError` if it cannot listen there.
    init(at path: String, to server: String, bytesToClientMax: @escaping @Sendable (Int) -> Int? = { _ in nil }) throws
    {
        endpoint = "ipc://\(path)"
        listener = try StreamListener(endpoint)
        self.server = server
        self.bytesToClientMax = bytesToClientMax
        OSThread.start { self.accept() }
    }

    /// The traffic of each connection, in the order in which they were made.
    var traffic: [Traffic] { state.withLock { $0.traffic } }

    /// Ends all connections.
    func stop() { state.withLock { $0.isStopped = true } }

    private var isStopped: Bool { state.withLock { $0.isStopped } }

    private func accept() {
        while !isStopped {
            var item = pollfd(fd: listener.descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&item, 1, Self.waitMs) > 0, let (client, _) = listener.accept() else { continue }
            let number = state.withLock { state in
                state.traffic.append(Traffic())
                return state.traffic.count - 1
            }
            OSThread.start { self.carry(client, number) }
        }
    }

    private func carry(_ client: Int32, _ number: Int) {
        defer { close(client) }
        guard let upstream = connectToServer() else { return }
        defer { close(upstream) }
        var buffer = [UInt8](repeating: 0, count: Self.chunk)
        let max = bytesToClientMax(number)
        var passed = 0
        while !isStopped {
            if let max, passed >= max { return }
            var items = [client, upstream].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&items, 2, Self.waitMs) >= 0 else { return }
            if items[0].revents != 0 {
                let count = recv(client, &buffer, buffer.count, Int32(MSG_DONTWAIT))
                guard count > 0 else { return }
                // Recorded first, so that what an end has received is in the record.
                state.withLock { $0.traffic[number].toServer += buffer[..<count] }
                guard pass(buffer[..<count], to: upstream) else { return }
            }
            if items[1].revents != 0 {
                let room = min(buffer.count, max.map { $0 - passed } ?? buffer.count)
                let count = recv(upstream, &buffer, room, Int32(MSG_DONTWAIT))
                guard count > 0 else { return }
                state.withLock { $0.traffic[number].toClient += buffer[..<count] }
                guard pass(buffer[..<count], to: client) else { return }
                passed += count
            }
        }
    }

    /// Connects when the server is available; returns nil if the relay stops before.
    private func connectToServer() -> Int32? {
        while !isStopped {
            if let descriptor = connectedSocket(server) { return descriptor }
            _ = poll(nil, 0, 10)
        }
        return nil
    }

    /// Writes all bytes, also to a non-blocking socket.
    private func pass(_ bytes: ArraySlice<UInt8>, to descriptor: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else {
                guard errno == EAGAIN, !isStopped else { return false }
                var item = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&item, 1, Self.waitMs)
            }
        }
        return true
    }
}

/// Connects a blocking Unix socket; returns nil if no process listens there.
func connectedSocket(_ path: String) -> Int32? {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let status = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
    }
    if status == 0 { return descriptor }
    close(descriptor)
    return nil
}
