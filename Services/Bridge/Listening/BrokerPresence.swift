import Contracts
import Logging
import ZMTP

/// Detects whether one broker of this host is available, by a connection to its socket for the bridge.
///
/// The connection announces no key, so it has no permissions.
final class BrokerPresence {
    /// The pause between attempts to connect, in nanoseconds; far bridges learn of a new broker within a second.
    private static let pauseNs: UInt64 = 200_000_000
    /// The timeout of a handshake, in nanoseconds; a frozen broker is not available.
    private static let handshakeMaxNs: UInt64 = 5_000_000_000
    /// The bound of unsent bytes; only the handshake is sent.
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
    ///   - endpoint: The broker's endpoint for the bridge.
    ///   - broker: The number of the broker.
    ///   - context: The event loop and the logger.
    ///   - changed: Called when the broker becomes available or unavailable.
    init(_ endpoint: String, _ broker: Int, _ context: BridgeContext, changed: @escaping () -> Void) {
        self.endpoint = endpoint
        loop = context.loop
        var logger = context.logger
        logger[metadataKey: "broker"] = "\(broker)"
        unavailabilityLog = UnavailabilityLog(logger)
        self.changed = changed
    }

    /// Whether the broker is available.
    var isAvailable: Bool { connection?.isOpen ?? false }

    /// Connects if an attempt is due; call it several times a second.
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
        // A missing broker is no failure, because a host may have only one of the two.
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

    /// Logs why the broker cannot be reached; call it once a second.
    func logFailure() { unavailabilityLog.flush("the broker of this host cannot be reached") }

    private func read() {
        guard let connection else { return }
        let wasAvailable = connection.isOpen
        let progress = connection.receive()
        do throws(ZMTPViolation) {
            while try connection.next(frames) != .nothing {}
        } catch {
            return disconnect("it violates ZMTP: \(error)")
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
        // The end of an open connection is no failure: the broker may have stopped.
        if !wasAvailable { unavailabilityLog.record(reason) }
        loop.remove(number)
        number = nil
        connection = nil
        stream = nil
        if wasAvailable { changed() }
    }
}
