import Messaging

extension MessageBus {
    /// Publishes a payload repeatedly, once per round of the socket thread.
    ///
    /// A publisher cannot observe when a subscription has arrived.
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
