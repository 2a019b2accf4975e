import Contracts
import FoundationEssentials
package import ServiceKit

/// The record of one supervised process in `run/processes.json`, read by `mealwire status`.
package struct ProcessRecord: Codable, Sendable, Equatable {
    package var name: String
    /// Nil while the process is not running.
    package var pid: Int32?
    /// The number of restarts after the process ended by itself.
    package var restarts: Int
    /// When the process was last started, RFC 3339.
    package var startedAt: String?

    /// When a requested replacement of the process last became ready, RFC 3339.
    package var renewedAt: String?

    package init(name: String) {
        self.name = name
        restarts = 0
    }

    /// Returns the records of a running stack; empty if no supervisor runs it.
    package static func all(_ data: DataDirectory) -> [ProcessRecord] {
        guard let bytes = FileManager.default.contents(atPath: path(data)) else { return [] }
        // A file of another version counts as none; `status` then shows the processes that answer.
        return (try? PayloadCoder.decodeReply([ProcessRecord].self, from: Array(bytes))) ?? []
    }

    /// Writes the records atomically.
    ///
    /// Failures are ignored: inspection must not stop the supervisor.
    package static func write(_ records: [ProcessRecord], _ data: DataDirectory) {
        guard let bytes = try? PayloadCoder.encode(records) else { return }
        try? Data(bytes).write(to: URL(filePath: path(data)), options: .atomic)
    }

    private static func path(_ data: DataDirectory) -> String { "\(data.run)/processes.json" }
}

/// A table of the processes of a stack.
package struct ProcessSection {
    private static let titles = ["PROCESS", "PID", "RESTARTS", "UP SINCE"]

    private let records: [ProcessRecord]

    package init(_ records: [ProcessRecord]) { self.records = records }

    /// The table; empty without a supervisor.
    package var text: String {
        guard !records.isEmpty else { return "" }
        let rows = records.map { record in
            [
                record.name, record.pid.map { "\($0)" } ?? "-", "\(record.restarts)",
                record.pid == nil ? "not running" : record.startedAt ?? "-",
            ]
        }
        return TextTable.text([Self.titles] + rows, textColumns: 1)
    }
}
