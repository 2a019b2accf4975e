import Contracts

/// The process's side of the event bus: one connection over which it publishes, one on which it listens.
///
/// Topics are told apart by their beginning, as ZeroMQ does; here only whole topics are used.
final class EventSockets {
    /// A subscription travels as a message: this byte, then the topic (ZMTP 3.0, which 3.1 still takes).
    private static let subscribe: UInt8 = 1

    private let publisher: BrokerLink
    private let subscriber: BrokerLink
    private var topics: Set<String> = []

    /// - Parameters:
    ///   - endpoints: Where the broker is.
    ///   - publisher: Carries what is handed in.
    ///   - subscriber: Carries what comes out.
    /// - Throws: `SocketError` if an endpoint is none.
    init(
        _ endpoints: BrokerEndpoints,
        publisher: some LinkCarrier,
        subscriber: some LinkCarrier
    ) throws(SocketError) {
        self.publisher = try BrokerLink(endpoints.publish, .pub, publisher)
        self.subscriber = try BrokerLink(endpoints.subscribe, .sub, subscriber)
    }

    /// When the next attempt to connect is due; nil while both are connected.
    var attemptDue: UInt64? {
        guard let first = publisher.attemptDue else { return subscriber.attemptDue }
        return min(first, subscriber.attemptDue ?? first)
    }

    /// See ``BrokerLink/connectIfDue(_:)``.
    func connectIfDue(_ now: UInt64) -> String? {
        let failure = publisher.connectIfDue(now)
        return subscriber.connectIfDue(now) ?? failure
    }

    /// Publishes to whoever listens now; while the broker is away, to nobody.
    func publish(_ topic: String, _ payload: [UInt8]) {
        publisher.send(Array(topic.utf8), more: true)
        publisher.send(payload, more: false)
    }

    /// Has a topic come from now on.
    func subscribe(_ topic: String) {
        if topics.insert(topic).inserted { sendSubscription(topic) }
    }

    private func sendSubscription(_ topic: String) {
        subscriber.send([Self.subscribe] + Array(topic.utf8), more: false)
    }

    func flush() {
        publisher.flush()
        subscriber.flush()
    }

    /// Writes what was published last before the process ends.
    func flush(withinMilliseconds milliseconds: UInt64) {
        publisher.flush(withinMilliseconds: milliseconds)
    }

    /// Takes what has come on either connection, and hands over events: topic and payload.
    func receive(_ frames: FrameBuffer, _ now: UInt64, _ deliver: (String, [UInt8]) -> Void) {
        receive(publisher, frames, now) { _ in }
        receive(subscriber, frames, now) { incoming in
            switch incoming {
            case .opened: for topic in topics { sendSubscription(topic) }
            case .message:
                guard frames.count == 2, let topic = frames.text(0) else { return }
                deliver(topic, frames.array(1))
            case .nothing, .subscription: return
            }
        }
    }

    private func receive(
        _ link: BrokerLink,
        _ frames: FrameBuffer,
        _ now: UInt64,
        _ body: (ZMTPConnection.Incoming) -> Void
    ) {
        switch link.receive(now) {
        case .mustWait: return
        case .ended: link.lose(now)
        case .moved:
            while true {
                let incoming = link.next(frames, now)
                if incoming == .nothing { return }
                body(incoming)
            }
        }
    }
}
