import ZMTP

/// The process's connections to the event bus: one to publish, one to subscribe.
///
/// ZeroMQ matches topics by prefix; only whole topics are used here.
final class EventSockets {
    /// The first byte of a subscription message, before the topic (ZMTP 3.0, also accepted by 3.1).
    private static let subscribe: UInt8 = 1

    private let publisher: BrokerLink
    private let subscriber: BrokerLink
    private var topics: Set<String> = []

    /// - Parameters:
    ///   - endpoints: The broker's endpoints.
    ///   - publisher: Transports published events.
    ///   - subscriber: Transports received events.
    /// - Throws: `SocketError` if an endpoint is invalid.
    init(
        _ endpoints: BrokerEndpoints,
        publisher: @escaping LinkTransport,
        subscriber: @escaping LinkTransport
    ) throws(SocketError) {
        self.publisher = try BrokerLink(endpoints.publish, .pub, publisher)
        self.subscriber = try BrokerLink(endpoints.subscribe, .sub, subscriber)
    }

    /// When the next attempt to connect is due; nil while both links are connected.
    var attemptDue: UInt64? {
        guard let first = publisher.attemptDue else { return subscriber.attemptDue }
        return min(first, subscriber.attemptDue ?? first)
    }

    /// See ``BrokerLink/connectIfDue(_:)``.
    func connectIfDue(_ now: UInt64) -> String? {
        let failure = publisher.connectIfDue(now)
        return subscriber.connectIfDue(now) ?? failure
    }

    /// Publishes to the current subscribers; without a connection the event is dropped.
    func publish(_ topic: String, _ payload: [UInt8]) {
        publisher.send(Array(topic.utf8), more: true)
        publisher.send(payload, more: false)
    }

    /// Subscribes to a topic.
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

    /// Writes the last published events before the process ends.
    func flush(withinMilliseconds milliseconds: UInt64) {
        publisher.flush(withinMilliseconds: milliseconds)
    }

    /// Reads both connections and delivers the received events: topic and payload.
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
