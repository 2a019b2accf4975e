import Contracts
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
    private let changed: () -> Void
    private let frames = FrameBuffer()
    private var stream: SocketStream?
    private var connection: ZMTPConnection?
    private var number: UInt64?
    private var nextAttempt: UInt64 = 0

    /// - Parameters:
    ///   - endpoint: Where the broker takes the bridge in.
    ///   - loop: Watches the connection.
    ///   - changed: Called when the broker has come or gone.
    init(_ endpoint: String, _ loop: EventLoop, changed: @escaping () -> Void) {
        self.endpoint = endpoint
        self.loop = loop
        self.changed = changed
    }

    /// Whether the broker is there.
    var isThere: Bool { connection?.isOpen ?? false }

    /// Connects if it is time to try; to be called some times a second.
    func tick(_ now: UInt64) {
        if let connection, !connection.isOpen,
            Deadline.elapsed(from: connection.madeAt, to: now) > Self.handshakeMaxNs
        {
            lose()
        }
        guard connection == nil, now >= nextAttempt else { return }
        nextAttempt = now + Self.pauseNs
        guard let stream = try? SocketStream.connected(to: endpoint),
            let number = try? loop.add(stream.descriptor, { [weak self] _, _ in self?.read() })
        else { return }
        self.number = number
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

    private func read() {
        guard let connection else { return }
        let wasThere = connection.isOpen
        let progress = connection.receive()
        do throws(ZMTPViolation) {
            while try connection.next(frames) != .nothing {}
        } catch {
            return lose()
        }
        if progress == .ended { return lose() }
        _ = connection.flush()
        if connection.isOpen, !wasThere { changed() }
    }

    private func lose() {
        let wasThere = isThere
        loop.remove(number)
        number = nil
        connection = nil
        stream = nil
        if wasThere { changed() }
    }
}
