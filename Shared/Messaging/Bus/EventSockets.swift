import Contracts

/// The process's side of the event bus.
final class EventSockets {
    /// Messages of one round; the rest has its turn in the next.
    private static let receiveMax = 64
    /// How long what was published may outlive the process, so that a last beacon still gets out.
    private static let lingerMs: Int32 = 100

    private let publisher: ZMQSocket
    let subscriber: ZMQSocket
    private var subscriptions: [String: [AsyncStream<[UInt8]>.Continuation]] = [:]

    init(_ configuration: BusConfiguration, _ context: ZMQContext) throws(ZMQError) {
        publisher = try ZMQSocket(.pub, context)
        try publisher.setLinger(milliseconds: Self.lingerMs)
        try publisher.connect(configuration.publish)
        subscriber = try ZMQSocket(.sub, context)
        try subscriber.connect(configuration.subscribe)
    }

    func publish(_ topic: String, _ payload: [UInt8]) {
        publisher.send(Array(topic.utf8), more: true)
        publisher.send(payload, more: false)
    }

    func subscribe(_ topic: String, _ continuation: AsyncStream<[UInt8]>.Continuation) {
        if subscriptions[topic] == nil { try? subscriber.subscribe(topic) }
        subscriptions[topic, default: []].append(continuation)
    }

    func receive(_ frames: FrameBuffer) {
        for _ in 0..<Self.receiveMax {
            guard frames.receive(from: subscriber) else { return }
            guard frames.count == 2, let topic = frames.text(0) else { continue }
            for continuation in subscriptions[topic] ?? [] { continuation.yield(frames.array(1)) }
        }
    }
}
