import CommandSupport
import Contracts
package import Observability

/// A table of a broker's queues, with one row for each queue.
package struct QueueSection {
    private static let titles = [
        "QUEUE", "WORKERS", "CAPACITY", "IN FLIGHT", "QUEUED", "PER SECOND", "ANSWERED", "FAILED", "RETRIED", "LOST",
        "MEDIAN", "99 %",
    ]
    private static let unknown = "-"

    private let status: BrokerStatus.Reply?

    /// - Parameter status: The answer of the broker; nil if it did not answer.
    package init(_ status: BrokerStatus.Reply?) {
        self.status = status
    }

    /// The table, followed by one line of totals that belong to no queue.
    package var text: String {
        guard let status else { return "The broker does not answer." }
        let table = TextTable.text([Self.titles] + status.services.map(Self.row), textColumns: 1)
        return """
            \(table)
            \(status.held) requests held, \(status.heldBytes) bytes; \(status.peers) connections; \
            \(status.lateAnswers) late answers, \(status.badMessages) bad messages dropped
            """
    }

    private static func row(_ queue: QueueStatus) -> [String] {
        [
            queue.service, "\(queue.workers)", "\(queue.capacity)", "\(queue.inFlight)", "\(queue.queued)",
            "\(queue.perSecond)", "\(queue.answered)", "\(queue.failed.values.reduce(0, +))", "\(queue.retried)",
            "\(queue.lostWorkers)", queue.medianUs.map(TextTable.time) ?? unknown,
            queue.percentile99Us.map(TextTable.time) ?? unknown,
        ]
    }
}
