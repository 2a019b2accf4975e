import Messaging

extension MessageBus {
    /// Publishes a payload again and again, once in a round of the socket thread: subscriptions travel on their own, and
    /// nothing shows when they have arrived.
    ///
    /// - Returns: A task that publishes until it is cancelled.
    func publishing(_ text: String, on topic: String) -> Task<Void, Never> {
        Task {
            while !Task.isCancelled {
                publish(topic, Array(text.utf8))
                await checkLiveness()
            }
        }
    }
}
