package import BrokerCore
import Configuration
import ServiceKit

/// Where the broker listens and what it holds.
///
/// Configuration keys, from the command line, then the environment:
/// - `queue.max` (int, 1000, `--queue-max`, `MEALWIRE_QUEUE_MAX`): requests that may wait for one service.
/// - `mdp` (bool, `false`): an endpoint for foreign peers; not built yet, and refused.
/// - `grace.ms` (int, 2000, `--grace-ms`): how long a request waits for a service without workers.
package struct BrokerConfiguration: Sendable {
    /// The path of the queue.
    package var requests: String
    /// The path where events are handed in.
    package var eventsIn: String
    /// The path where events come out.
    package var eventsOut: String
    /// A file whose lock makes sure that no second broker takes the sockets over.
    package var lock: String
    package var limits: BrokerLimits

    package init(requests: String, eventsIn: String, eventsOut: String, lock: String, limits: BrokerLimits) {
        self.requests = requests
        self.eventsIn = eventsIn
        self.eventsOut = eventsOut
        self.lock = lock
        self.limits = limits
    }

    init(_ reader: ConfigReader, data: DataDirectory) throws {
        var limits = BrokerLimits()
        limits.queueMaxPerService = try reader.number(
            "queue.max",
            in: 1...1_000_000,
            default: limits.queueMaxPerService
        )
        limits.graceMs = try reader.number("grace.ms", in: 0...60_000, default: limits.graceMs)
        guard !reader.bool(forKey: "mdp", default: false) else {
            throw ConfigurationFailure("mdp", "true", "left out: the endpoint for foreign peers is not built yet")
        }
        for path in [data.requestsSocket, data.publishSocket, data.subscribeSocket]
        where path.utf8.count > DataDirectory.socketPathLengthMax {
            let allowed = "so short that its socket paths have at most \(DataDirectory.socketPathLengthMax) bytes"
            throw ConfigurationFailure("data", data.path, allowed)
        }
        self.init(
            requests: data.requestsSocket,
            eventsIn: data.publishSocket,
            eventsOut: data.subscribeSocket,
            lock: "\(data.run)/broker.lock",
            limits: limits
        )
    }
}
