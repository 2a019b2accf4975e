import NIOCore
import Synchronization

/// Tracks the open connections of a server and closes them at shutdown.
final class HTTPConnections: Sendable {
    /// How long open connections remain usable after a successor process can accept them.
    ///
    /// Responses within this time carry `Connection: close`; the remaining connections are then closed.
    private static let gracePeriod = Duration.seconds(1)
    /// The interval at which ``end(_:isReplaced:)`` checks for open connections.
    ///
    /// A connection accepted just before needs some of this time to be registered.
    private static let checkInterval = Duration.milliseconds(20)

    private struct State {
        var open: [ObjectIdentifier: any Channel] = [:]
        var isEnding = false
        var port: Int?
    }

    private let state = Mutex(State())
    private let leaving = Atomic(false)

    /// True if each response must be the last on its connection.
    var isLeaving: Bool { leaving.load(ordering: .relaxed) }

    var port: Int? { state.withLock { $0.port } }

    func didListen(on port: Int) { state.withLock { $0.port = port } }

    func add(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        let isEnding = state.withLock { state in
            state.open[id] = channel
            return state.isEnding
        }
        channel.closeFuture.whenComplete { [self] _ in state.withLock { _ = $0.open.removeValue(forKey: id) } }
        if isEnding { Self.quiesce(channel) }
    }

    /// Stops accepting, and closes all connections after their current responses.
    ///
    /// - Parameters:
    ///   - server: The channel that accepts connections.
    ///   - isReplaced: True if the socket stays open, so that new connections wait for a successor process.
    func end(_ server: any Channel, isReplaced: Bool) async {
        if isReplaced {
            leaving.store(true, ordering: .relaxed)
            // Closing at once would drop connections that are just being accepted.
            try? await server.setOption(.autoRead, value: false).get()
            let end = ContinuousClock.now + Self.gracePeriod
            repeat {
                try? await Task.sleep(for: Self.checkInterval)
            } while ContinuousClock.now < end && state.withLock { !$0.open.isEmpty }
        }
        // The listener may have closed already.
        try? await server.close().get()
        let open = state.withLock { state in
            state.isEnding = true
            state.port = nil
            return Array(state.open.values)
        }
        for channel in open { Self.quiesce(channel) }
    }

    /// Makes a connection close as soon as it has no request under way.
    private static func quiesce(_ channel: any Channel) {
        channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }
}
