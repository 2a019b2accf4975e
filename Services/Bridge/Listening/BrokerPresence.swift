import Contracts
import Logging
import Messaging

/// Keeps a connection to the bridge's socket of one broker, to know whether that broker is there.
///
/// It names no key, so it has no rights.
final class BrokerPresence {
    /// How soon a broker that is away is looked for again, in nanoseconds: far bridges know of it within a second.
    private static let pauseNs: UInt64 = 200_000_000
    /// How long a handshake may take, in nanoseconds; a broker that stands still is no broker to offer.
    private static let handshakeMaxNs: UInt64 = 5_000_000_000
    /// Nothing is sent but the handshake.
    private static let outgoingMax = 4 << 10

    private let endpoint: String
    private let loop: EventLoop
    private var unavailabilityLog: UnavailabilityLog
    private let changed: () -> Void
    private let frames = FrameBuffer()
    private var stream: SocketStream?
    private var connection: ZMTPConnection?
    private var number: UInt64?
    private var nextAttempt: UInt64 = 0

    /// - Parameters:
    ///   - endpoint: Where the broker takes the bridge in.
    ///   - broker: The number of the broker.
    ///   - context: Watches the connection, and has the log.
    ///   - changed: Called when the broker has come or gone.
    init(_ endpoint: String, _ broker: Int, _ context: BridgeContext, changed: @escaping () -> Void) {
        self.endpoint = endpoint
        loop = context.loop
        var logger = context.logger
        logger[metadataKey: "broker"] = "\(broker)"
        unavailabilityLog = UnavailabilityLog(logger)
        self.changed = changed
    }

    /// Whether the broker is there.
    var isAvailable: Bool { connection?.isOpen ?? false }

    /// Connects if it is time to try; to be called some times a second.
    func tick(_ now: UInt64) {
        if let connection, !connection.isOpen,
            Deadline.elapsed(from: connection.madeAt, to: now) > Self.handshakeMaxNs
        {
            disconnect("it does not finish the handshake")
        }
        guard connection == nil, now >= nextAttempt else { return }
        nextAttempt = now + Self.pauseNs
        do throws(SocketError) {
            try connect(now)
        } catch {
            unavailabilityLog.record("\(error)")
        }
    }

    private func connect(_ now: UInt64) throws(SocketError) {
        // A broker that is not there is no failure: a host need not have both.
        guard let stream = try SocketStream.connected(to: endpoint) else { return }
        number = try loop.add(stream.descriptor) { [weak self] _ in self?.read() }
        self.stream = stream
        connection = ZMTPConnection(
            stream,
            .dealer,
            credentials: nil,
            outgoingMax: Self.outgoingMax,
            madeAt: now
        )
        _ = connection?.flush()
    }

    /// Logs why the broker cannot be reached; to be called once a second.
    func logFailure() { unavailabilityLog.flush("the broker of this host cannot be reached") }

    private func read() {
        guard let connection else { return }
        let wasAvailable = connection.isOpen
        let progress = connection.receive()
        do throws(ZMTPViolation) {
            while try connection.next(frames) != .nothing {}
        } catch {
            return disconnect("it does not keep to ZMTP: \(error)")
        }
        if progress == .ended {
            return disconnect("it has closed the connection; does it know the user of this bridge?")
        }
        _ = connection.flush()
        guard connection.isOpen, !wasAvailable else { return }
        unavailabilityLog.reset()
        changed()
    }

    private func disconnect(_ reason: String) {
        let wasAvailable = isAvailable
        // A broker that stops closes an open connection, too.
        if !wasAvailable { unavailabilityLog.record(reason) }
        loop.remove(number)
        number = nil
        connection = nil
        stream = nil
        if wasAvailable { changed() }
    }
}
