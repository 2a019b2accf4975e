import NIOCore
import Synchronization

/// The connections of a server, and how they end when it does.
final class HTTPConnections: Sendable {
    /// How long those who are connected may go on using their connections after a successor can take them: whoever asks
    /// within that time learns it with the answer, and the rest are let go.
    private static let farewell = Duration.seconds(1)
    /// How long one that was just taken in may need until it is among the others.
    private static let lookInterval = Duration.milliseconds(20)

    private struct State {
        var open: [ObjectIdentifier: any Channel] = [:]
        var isEnding = false
        var port: Int?
    }

    private let state = Mutex(State())
    private let leaving = Atomic(false)

    /// Whether each answer is to be the last one on its connection.
    var isLeaving: Bool { leaving.load(ordering: .relaxed) }

    var port: Int? { state.withLock { $0.port } }

    func noteListening(on port: Int) { state.withLock { $0.port = port } }

    func add(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        let isEnding = state.withLock { state in
            state.open[id] = channel
            return state.isEnding
        }
        channel.closeFuture.whenComplete { [self] _ in state.withLock { _ = $0.open.removeValue(forKey: id) } }
        if isEnding { Self.quiesce(channel) }
    }

    /// Takes nobody in any more, and ends all connections, each after the answer that is under way.
    ///
    /// - Parameters:
    ///   - server: What takes connections in.
    ///   - isReplaced: Whether the socket lives on, so that those who want to connect can wait for a successor.
    func end(_ server: any Channel, isReplaced: Bool) async {
        if isReplaced {
            leaving.store(true, ordering: .relaxed)
            // Not closed at once: that would drop whoever is being taken in.
            try? await server.setOption(.autoRead, value: false).get()
            let end = ContinuousClock.now + Self.farewell
            repeat {
                try? await Task.sleep(for: Self.lookInterval)
            } while ContinuousClock.now < end && state.withLock { !$0.open.isEmpty }
        }
        try? await server.close().get()
        let open = state.withLock { state in
            state.isEnding = true
            state.port = nil
            return Array(state.open.values)
        }
        for channel in open { Self.quiesce(channel) }
    }

    /// Has a connection close when it has no request under way.
    private static func quiesce(_ channel: any Channel) {
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
}
