import MealwireClient
import NIOCore
import NIOPosix

/// Sends requests through the gateway over persistent connections.
///
/// It implements HTTP/1.1 itself: a general client takes several times the processor time.
/// The load generator must not be the bottleneck.
final class HTTPTransport: LoadTransport {
    /// The timeout of a request, longer than any timeout of the gateway.
    static let timeoutS = 10
    private static let timeoutNs = UInt64(timeoutS) * 1_000_000_000
    /// The interval of checks for timeouts.
    private static let checkInterval = TimeAmount.milliseconds(250)
    private static let connectTimeout = TimeAmount.seconds(3)

    private typealias Waiting = (request: ByteBuffer, exchange: HTTPConnection.Exchange)

    private let target: LoadTarget
    private let eventLoop: any EventLoop
    private let connectionsMax: Int
    private var connections: [ObjectIdentifier: HTTPConnection] = [:]
    private var connecting = 0
    private var idle: [HTTPConnection] = []
    /// Bounded by the number of callers, each of which waits for one response at a time.
    private var waiting = CircularBuffer<Waiting>()
    private var isClosed = false

    init(_ target: LoadTarget, eventLoop: any EventLoop, connectionsMax: Int) {
        self.target = target
        self.eventLoop = eventLoop
        self.connectionsMax = connectionsMax
        checkTimeouts()
    }

    func send(_ call: LoadCall, as person: LoadPerson?, _ done: @escaping (LoadAnswer) -> Void) {
        let exchange = HTTPConnection.Exchange(
            keepsBody: call.keepsBody,
            deadlineNs: NIODeadline.now().uptimeNanoseconds + Self.timeoutNs,
            done: done
        )
        guard let parts = call.http else {
            // Not before this method returns, as the protocol demands.
            eventLoop.assumeIsolated().execute {
                let nowNs = NIODeadline.now().uptimeNanoseconds
                done(LoadAnswer(outcome: .bad("\(call.method.name) has no route"), body: [], atNs: nowNs))
            }
            return
        }
        let request = request(parts, person)
        if let connection = idle.popLast() {
            connection.perform(request, exchange)
        } else {
            waiting.append((request, exchange))
            connectIfAllowed()
        }
    }

    func close() {
        isClosed = true
        for connection in connections.values { connection.close() }
        failWaiting("connection lost")
    }

    /// Gives an idle connection the request that has waited longest.
    func didBecomeIdle(_ connection: HTTPConnection) {
        if connections.updateValue(connection, forKey: ObjectIdentifier(connection)) == nil { connecting -= 1 }
        if let next = waiting.popFirst() {
            connection.perform(next.request, next.exchange)
        } else {
            idle.append(connection)
        }
    }

    /// Removes a closed connection, and replaces it if a request waits.
    func didClose(_ connection: HTTPConnection) {
        connections[ObjectIdentifier(connection)] = nil
        idle.removeAll { $0 === connection }
        if !waiting.isEmpty { connectIfAllowed() }
    }

    private func connectIfAllowed() {
        guard !isClosed, connections.count + connecting < connectionsMax else { return }
        connecting += 1
        let connection = NIOLoopBound(HTTPConnection(pool: self), eventLoop: eventLoop)
        ClientBootstrap(group: eventLoop)
            .connectTimeout(Self.connectTimeout)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(connection.value)
                }
            }
            .connect(host: target.host, port: target.port)
            .assumeIsolated()
            .whenFailure { _ in
                self.connecting -= 1
                // Without any connection, waiting requests would never be sent.
                if self.connections.isEmpty, self.connecting == 0 { self.failWaiting("no connection") }
            }
    }

    private func failWaiting(_ reason: String) {
        let nowNs = NIODeadline.now().uptimeNanoseconds
        while let next = waiting.popFirst() {
            next.exchange.done(LoadAnswer(outcome: .bad(reason), body: [], atNs: nowNs))
        }
    }

    private func checkTimeouts() {
        guard !isClosed else { return }
        let nowNs = NIODeadline.now().uptimeNanoseconds
        for connection in connections.values { connection.failIfExpired(at: nowNs) }
        failExpiredWaiting(at: nowNs)
        eventLoop.assumeIsolated().scheduleTask(in: Self.checkInterval) { self.checkTimeouts() }
    }

    /// Fails requests that no connection was free for in time, the oldest first.
    private func failExpiredWaiting(at nowNs: UInt64) {
        while let first = waiting.first, first.exchange.deadlineNs <= nowNs {
            _ = waiting.popFirst()
            let reason = "no connection within \(Self.timeoutS) s"
            first.exchange.done(LoadAnswer(outcome: .bad(reason), body: [], atNs: nowNs))
        }
    }

    private func request(_ parts: RequestParts, _ person: LoadPerson?) -> ByteBuffer {
        var text = "\(parts.verb.rawValue) \(parts.address) HTTP/1.1\r\nHost: \(target.authority)\r\n"
        if let person { text += "Authorization: Bearer \(person.accessToken)\r\n" }
        guard let body = parts.body else { return ByteBuffer(string: text + "\r\n") }
        text += "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n\r\n"
        var request = ByteBuffer()
        request.reserveCapacity(text.utf8.count + body.count)
        request.writeString(text)
        request.writeBytes(body)
        return request
    }
}
