import Messaging

/// Passes events from publishers to subscribers, and subscriptions the other way.
struct EventProxy {
    /// Messages of one round; requests have their turn in between.
    private static let roundMax = 64

    let publishers: ZMQSocket
    let subscribers: ZMQSocket

    init(_ configuration: BrokerConfiguration, _ context: ZMQContext) throws(ZMQError) {
        publishers = try ZMQSocket(.xsub, context)
        try publishers.bind(configuration.eventsIn)
        subscribers = try ZMQSocket(.xpub, context)
        try subscribers.bind(configuration.eventsOut)
    }

    /// Passes on what has come, both ways.
    func run(_ frames: FrameBuffer) {
        pass(from: publishers, to: subscribers, frames)
        pass(from: subscribers, to: publishers, frames)
    }

    private func pass(from source: ZMQSocket, to target: ZMQSocket, _ frames: FrameBuffer) {
        var count = 0
        while count < Self.roundMax, frames.receive(from: source) {
            count += 1
            guard !frames.isTooLong else { continue }
            for index in 0..<frames.count { frames.forward(index, to: target, more: index < frames.count - 1) }
        }
    }
}
