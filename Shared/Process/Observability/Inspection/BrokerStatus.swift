package import Contracts

/// The state of a broker; the broker replies itself, to Mealwire's own processes only.
package struct BrokerStatus: Codable, Sendable {
    package struct Reply: Codable, Sendable, Equatable {
        /// Requests that wait or run.
        package var held: Int
        /// Size of these requests, in bytes.
        package var heldBytes: Int
        /// Connections to all endpoints.
        package var peers: Int
        /// Replies to attempts that were no longer awaited.
        package var lateAnswers: Int
        /// Messages that violate the protocol.
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

    /// The name under which brokers reply for themselves; no service.
    package static let service = ServiceName(rawValue: "broker")
    package static let method = Method("broker.status", of: service, .read, .services)

    package init() {}
}

/// The state of one service's queue; counts are since the start of the broker.
package struct QueueStatus: Codable, Sendable, Equatable {
    package var service: String
    package var workers: Int
    /// Requests that all workers together accept at once.
    package var capacity: Int
    /// Requests that workers are handling.
    package var inFlight: Int
    /// Requests that wait for a worker.
    package var queued: Int
    package var received: Int
    package var answered: Int
    /// Requests failed by the broker, by error code.
    package var failed: [String: Int]
    /// Attempts after the first.
    package var retried: Int
    /// Workers lost without a disconnect message.
    package var lostWorkers: Int
    /// Requests received in the last second, or in the part of it that has passed.
    package var perSecond: Int
    /// Median time from the arrival of a request to its reply, in microseconds, to within 7 %; nil before the first
    /// reply.
    package var medianUs: Int?
    /// The 99th percentile of the same.
    package var percentile99Us: Int?

    package init(service: String) {
        self.service = service
        (workers, capacity, inFlight, queued) = (0, 0, 0, 0)
        (received, answered, retried, lostWorkers, perSecond) = (0, 0, 0, 0, 0)
        failed = [:]
    }
}
