import Messaging

extension MessageBus {
    /// Publishes payloads repeatedly, once in each round of the socket thread: subscriptions are sent separately, and
    /// nothing reports their arrival.
    ///
    /// - Parameter events: The topics and payloads.
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
