import FileLocking
import Messaging
import ServiceKit

#if canImport(Glibc)
import Glibc
#endif

/// The sockets of a far broker on this host, for as long as they exist.
final class FarBrokerSockets {
    /// The lock that a broker of this host with that number would hold.
    private let lock: FileLock
    private let loop: EventLoop
    private var listeners: [StreamListener] = []
    private var numbers: [UInt64] = []

    /// Takes the number of a broker on this host, without sockets yet.
    ///
    /// - Returns: Nil if a broker of this host, or another far one, has that number.
    /// - Throws: `FileLockError` if the file of the lock cannot be made.
    static func reserve(_ number: Int, _ data: DataDirectory, _ loop: EventLoop) throws -> FarBrokerSockets? {
        guard let lock = try FileLock.take(data.brokerLock(number)) else { return nil }
        return FarBrokerSockets(lock, loop)
    }

    private init(_ lock: consuming FileLock, _ loop: EventLoop) {
        self.lock = lock
        self.loop = loop
    }

    deinit {
        for number in numbers { loop.remove(number) }
        // Before the lock is free: a broker of this host could take it and make its sockets, which this would remove.
        listeners.removeAll()
    }

    /// Makes the sockets.
    ///
    /// - Parameters:
    ///   - endpoints: Where they are.
    ///   - isShared: Whether processes of other users may connect; `accepted` judges them.
    ///   - accepted: Takes a process in.
    /// - Throws: `SocketError` if they cannot be made.
    func listen(
        at endpoints: BrokerEndpoints,
        isShared: Bool,
        accepted: @escaping (RelayEndpoint, SocketStream, PeerCredentials?) -> Void
    ) throws(SocketError) {
        for endpoint in RelayEndpoint.ofBroker {
            let listener = try StreamListener(endpoint.endpoint(of: endpoints))
            if isShared { listener.openToEveryUser() }
            listeners.append(listener)
            let number = try loop.add(listener.descriptor) { [weak listener] _ in
                while let (descriptor, credentials) = listener?.accept() {
                    accepted(endpoint, SocketStream(descriptor), credentials)
                }
            }
            numbers.append(number)
        }
    }
}
