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

    /// Whether something was passed on.
    func run(_ frames: FrameBuffer) -> Bool {
        // One after the other, never short-circuited: both directions have their turn.
        [pass(from: publishers, to: subscribers, frames), pass(from: subscribers, to: publishers, frames)].contains(true)
    }

    private func pass(from source: ZMQSocket, to target: ZMQSocket, _ frames: FrameBuffer) -> Bool {
        var count = 0
        while count < Self.roundMax, frames.receive(from: source) {
            count += 1
            guard !frames.isTooLong else { continue }
            for index in 0..<frames.count { frames.forward(index, to: target, more: index < frames.count - 1) }
        }
        return count > 0
    }
}
