import Contracts
import FoundationEssentials
import ServiceKit

/// What the supervisor of a set tells of one process: `run/processes.json`, for whoever looks in.
package struct ProcessRecord: Codable, Sendable, Equatable {
    package var name: String
    /// Nil while it is not running.
    package var pid: Int32?
    /// How often it was started again after it had ended by itself.
    package var restarts: Int
    /// When it was started last, RFC 3339.
    package var startedAt: String?

    /// When it last had given way to a new one that was asked for, and that was ready, RFC 3339.
    package var renewedAt: String?

    package init(name: String) {
        self.name = name
        restarts = 0
    }

    /// The records of a running set; none where nobody supervises it.
    static func all(_ data: DataDirectory) -> [ProcessRecord] {
        guard let bytes = FileManager.default.contents(atPath: path(data)) else { return [] }
        return (try? PayloadCoder.decodeReply([ProcessRecord].self, from: Array(bytes))) ?? []
    }

    /// Writes the records in one step; that somebody looks in later is no reason to fail now.
    static func write(_ records: [ProcessRecord], _ data: DataDirectory) {
        guard let bytes = try? PayloadCoder.encode(records) else { return }
        try? Data(bytes).write(to: URL(filePath: path(data)), options: .atomic)
    }

    private static func path(_ data: DataDirectory) -> String { "\(data.run)/processes.json" }
}

/// The processes of a set as a table.
package struct ProcessSection {
    private static let titles = ["PROCESS", "PID", "RESTARTS", "UP SINCE"]

    private let records: [ProcessRecord]

    package init(_ records: [ProcessRecord]) { self.records = records }

    /// The table; empty where nobody supervises the set.
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
