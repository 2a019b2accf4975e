import NIOCore
import NIOHTTP1
import NIOPosix

/// The connections of one event loop, on which alone it is used.
final class ConnectionPool {
    private let socket: String
    private let eventLoop: any EventLoop
    private let connectionsMax: Int
    /// All that are open or about to be, the idle ones among them.
    private var connectionCount = 0
    private var idle: [Connection] = []
    /// No more than the front has callers: each waits for one answer at a time.
    private var waiting = CircularBuffer<Exchange>()

    init(socket: String, eventLoop: any EventLoop, connectionsMax: Int) {
        self.socket = socket
        self.eventLoop = eventLoop
        self.connectionsMax = connectionsMax
    }

    /// Performs the exchange at once on an idle connection, or on the first that comes free or up.
    func perform(_ exchange: Exchange) {
        if let connection = idle.popLast() {
            connection.perform(exchange)
            return
        }
        waiting.append(exchange)
        connectIfAllowed()
    }

    /// Gives a connection that has nothing to do the exchange that has waited longest.
    func isFree(_ connection: Connection) {
        if let exchange = waiting.popFirst() {
            connection.perform(exchange)
        } else {
            idle.append(connection)
        }
    }

    /// Forgets a connection, and replaces it if an exchange waits.
    func hasClosed(_ connection: Connection) {
        idle.removeAll { $0 === connection }
        connectionCount -= 1
        if !waiting.isEmpty {
            connectIfAllowed()
        }
    }

    private func connectIfAllowed() {
        guard connectionCount < connectionsMax else { return }
        connectionCount += 1
        let connection = NIOLoopBound(Connection(pool: self), eventLoop: eventLoop)
        ClientBootstrap(group: eventLoop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    // The headers are the benchmark's own.
                    try pipeline.addHTTPClientHandlers(enableOutboundHeaderValidation: false)
                    try pipeline.addHandler(connection.value)
                }
            }
            .connect(unixDomainSocketPath: socket)
            .assumeIsolated()
            .whenFailure(hasFailedToConnect)
    }

    /// Fails all that wait: the next one to come tries again.
    private func hasFailedToConnect(_ error: any Error) {
        connectionCount -= 1
        while let exchange = waiting.popFirst() {
            exchange.continuation.resume(throwing: error)
        }
    }
}
