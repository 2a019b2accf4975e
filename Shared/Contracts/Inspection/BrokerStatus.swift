/// What passes through a broker; the broker answers it itself, to Mealwire's own processes only.
package struct BrokerStatus: Codable, Sendable {
    package struct Reply: Codable, Sendable, Equatable {
        /// Requests that wait or run.
        package var held: Int
        /// Bytes of these.
        package var heldBytes: Int
        /// Connections to all endpoints.
        package var peers: Int
        /// Answers to attempts that nobody waited for any more.
        package var lateAnswers: Int
        /// Messages that were none.
        package var badMessages: Int
        package var services: [QueueStatus]

        package init(
            held: Int,
            heldBytes: Int,
            peers: Int,
            lateAnswers: Int,
            badMessages: Int,
            services: [QueueStatus]
        ) {
            self.held = held
            self.heldBytes = heldBytes
            self.peers = peers
            self.lateAnswers = lateAnswers
            self.badMessages = badMessages
            self.services = services
        }
    }

    /// The name under which brokers answer for themselves; no service.
    package static let service = ServiceName(rawValue: "broker")
    package static let method = Method("broker.status", of: service, .read, .services)

    package init() {}
}

/// What passes through one service's queue, since the broker started.
package struct QueueStatus: Codable, Sendable, Equatable {
    package var service: String
    package var workers: Int
    /// Requests that all workers together take at once.
    package var capacity: Int
    /// Requests that workers have.
    package var inFlight: Int
    /// Requests that wait for one.
    package var queued: Int
    package var received: Int
    package var answered: Int
    /// Ended by the broker, by the code of the error.
    package var failed: [String: Int]
    /// Attempts beyond the first.
    package var retried: Int
    /// Workers that went without saying good-bye.
    package var lostWorkers: Int
    /// Requests received in the last second, or in what has passed of it.
    package var perSecond: Int
    /// From the arrival of a request to its answer, in microseconds, to within 7 %; nil if none was answered yet.
    package var medianUs: Int?
    /// The same of the slowest hundredth.
    package var percentile99Us: Int?

    package init(service: String) {
        self.service = service
        (workers, capacity, inFlight, queued) = (0, 0, 0, 0)
        (received, answered, retried, lostWorkers, perSecond) = (0, 0, 0, 0, 0)
        failed = [:]
    }
}
