import Contracts
import ServiceKit
import TestSupport
import Testing
import ZMTP

/// A ZMTP peer that acts only on request of a test.
final class RawProcess {
    private let connection: ZMTPConnection
    private let frames = FrameBuffer()
    private(set) var hasEnded = false

    /// Connects to a socket of this host as soon as a process listens there.
    ///
    /// A process binds its socket before it listens, so the file of the socket may exist before.
    ///
    /// - Parameters:
    ///   - endpoint: `ipc://` and a path.
    ///   - socketType: The socket type of this peer.
    ///   - key: The key to announce, as a bridge does for its peers.
    /// - Returns: The peer, which has begun the handshake.
    /// - Throws: The failed expectation if no process listens there in time.
    static func connected(
        to endpoint: String,
        _ socketType: SocketType,
        announcing key: CurveKey? = nil
    ) async throws -> RawProcess {
        let stream = try await eventualValue("a process listens at \(endpoint)") {
            try SocketStream.connected(to: endpoint)
        }
        return RawProcess(stream, socketType, announcing: key)
    }

    private init(_ stream: SocketStream, _ socketType: SocketType, announcing key: CurveKey?) {
        connection = ZMTPConnection(
            stream,
            socketType,
            announcing: key.map { "\($0)" },
            credentials: nil,
            outgoingMax: 64 << 20,
            madeAt: Deadline.monotonicNanoseconds()
        )
        _ = connection.flush()
    }

    /// Whether the handshake is done.
    var isOpen: Bool { connection.isOpen }

    /// Reads received data and continues the handshake.
    ///
    /// - Returns: The number of received messages.
    @discardableResult
    func read() throws -> Int {
        var count = 0
        while true {
            switch connection.receive() {
            case .moved: break
            case .mustWait:
                _ = connection.flush()
                return count
            case .ended:
                hasEnded = true
                return count
            }
            while true {
                let next = try connection.next(frames)
                if next == .nothing { break }
                if next == .message { count += 1 }
            }
            _ = connection.flush()
        }
    }

    func send(_ frames: [[UInt8]]) {
        for (index, frame) in frames.enumerated() { connection.send(frame, more: index < frames.count - 1) }
        _ = connection.flush()
    }
}
