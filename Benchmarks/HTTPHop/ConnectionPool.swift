import NIOCore
import NIOHTTP1
import NIOPosix

/// The connections of one event loop, used only on that loop.
final class ConnectionPool {
    private let socket: String
    private let eventLoop: any EventLoop
    private let connectionsMax: Int
    /// Open and opening connections, including idle ones.
    private var connectionCount = 0
    private var idle: [Connection] = []
    /// Bounded by the number of the front's clients, each of which waits for one answer at a time.
    private var waiting = CircularBuffer<Exchange>()

    init(socket: String, eventLoop: any EventLoop, connectionsMax: Int) {
        self.socket = socket
        self.eventLoop = eventLoop
        self.connectionsMax = connectionsMax
    }

    /// Performs an exchange on an idle connection, or on the next one that becomes idle or opens.
    func perform(_ exchange: Exchange) {
        if let connection = idle.popLast() {
            connection.perform(exchange)
            return
        }
        waiting.append(exchange)
        connectIfAllowed()
    }

    /// Assigns the oldest waiting exchange to a connection, or marks the connection as idle.
    func isFree(_ connection: Connection) {
        if let exchange = waiting.popFirst() {
            connection.perform(exchange)
        } else {
            idle.append(connection)
        }
    }

    /// Removes a connection, and replaces it if an exchange waits.
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
                    // The benchmark sets all headers itself.
                    try pipeline.addHTTPClientHandlers(enableOutboundHeaderValidation: false)
                    try pipeline.addHandler(connection.value)
                }
            }
            .connect(unixDomainSocketPath: socket)
            .assumeIsolated()
            .whenFailure(hasFailedToConnect)
    }

    /// Fails all waiting exchanges; the next exchange tries to connect again.
    private func hasFailedToConnect(_ error: any Error) {
        connectionCount -= 1
        while let exchange = waiting.popFirst() {
            exchange.continuation.resume(throwing: error)
        }
    }
}
