import Messaging

extension MessageBus {
    /// Publishes payloads again and again, once in a round of the socket thread: subscriptions travel on their own, and
    /// nothing tells when they have arrived.
    ///
    /// - Parameter events: Topics and payloads.
    /// - Returns: A task that publishes until it is cancelled.
    func publishing(_ events: [(topic: String, text: String)]) -> Task<Void, Never> {
        Task {
            while !Task.isCancelled {
                for (topic, text) in events { publish(topic, Array(text.utf8)) }
                await goRound()
            }
        }
    }
}
