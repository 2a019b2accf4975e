import FileLocking
import MessageBus
import ServiceKit
import ZMTP

#if canImport(Glibc)
import Glibc
#endif

/// The sockets by which processes of this host reach a far broker.
///
/// They are removed when this object is released.
final class FarBrokerSockets {
    /// The lock of the broker's number, which a broker of this host with that number would hold.
    private let lock: FileLock
    private let loop: EventLoop
    private var listeners: [StreamListener] = []
    private var numbers: [UInt64] = []

    /// Reserves the number of a broker on this host, without making sockets.
    ///
    /// - Returns: Nil if a broker of this host, or another far broker, has that number.
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
        // Must precede the release of the lock. A broker of this host could then make sockets, which this would remove.
        listeners.removeAll()
    }

    /// Makes the sockets.
    ///
    /// - Parameters:
    ///   - endpoints: The endpoints of the sockets.
    ///   - isShared: Whether processes of other users can connect; `accepted` checks them.
    ///   - accepted: Called with each new connection.
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
