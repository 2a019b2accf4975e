import Contracts
import ServiceKit
import Testing
import ZMTP

/// A ZMTP peer that acts only on request of a test.
final class RawProcess {
    private let connection: ZMTPConnection
    private let frames = FrameBuffer()
    private(set) var hasEnded = false

    /// Connects to a socket of this host.
    ///
    /// - Parameters:
    ///   - endpoint: `ipc://` and a path.
    ///   - socketType: The socket type of this peer.
    ///   - key: The key to announce, as a bridge does for its peers.
    /// - Throws: An error if no process listens there.
    init(_ endpoint: String, _ socketType: SocketType, announcing key: CurveKey? = nil) throws {
        let connected = try SocketStream.connected(to: endpoint)
        connection = ZMTPConnection(
            try #require(connected),
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
