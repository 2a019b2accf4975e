import Contracts

/// The services of a set as a table: a line for each instance.
package struct ServiceSection {
    private static let titles = ["SERVICE", "INSTANCE", "CAPACITY", "IN FLIGHT", "REQUESTS", "ERRORS", "MEAN", "MAX"]
    /// Columns of text; the others are numbers, which stand to the right.
    private static let textColumns = 2
    private static let unknown = "-"

    private let rows: [[String]]

    package init(_ services: [SurveyedService]) {
        rows = services.flatMap { service in
            service.instances.isEmpty
                ? [[service.service.rawValue, "away"]]
                : service.instances.map { Self.row($0) }
        }
    }

    private static func row(_ stats: ServiceStats.Reply) -> [String] {
        let requests = stats.methods.map(\.requests).reduce(0, +)
        let totalUs = stats.methods.map(\.totalUs).reduce(0, +)
        let maximumUs = stats.methods.compactMap(\.maximumUs).max()
        return [
            stats.service.rawValue, stats.instance, "\(stats.capacity)", "\(stats.inFlight)", "\(requests)",
            "\(stats.methods.map(\.errors).reduce(0, +))",
            requests > 0 ? time(totalUs / requests) : unknown,
            maximumUs.map(time) ?? unknown,
        ]
    }

    /// A time with the unit that keeps it short: `812 µs`, `12.3 ms`, `4.0 s`.
    private static func time(_ microseconds: Int) -> String {
        switch microseconds {
        case ..<1_000: "\(microseconds) µs"
        case ..<1_000_000: "\(microseconds / 1_000).\(microseconds % 1_000 / 100) ms"
        default: "\(microseconds / 1_000_000).\(microseconds % 1_000_000 / 100_000) s"
        }
    }

    /// The table, every column as wide as its widest text.
    package var text: String {
        let lines = [Self.titles] + rows
        let widths = Self.titles.indices.map { column in
            lines.compactMap { column < $0.count ? $0[column].count : nil }.max() ?? 0
        }
        return lines.map { Self.line($0, widths) }.joined(separator: "\n")
    }

    private static func line(_ cells: [String], _ widths: [Int]) -> String {
        let padded = cells.enumerated().map { column, cell in
            let space = String(repeating: " ", count: widths[column] - cell.count)
            return column < textColumns ? cell + space : space + cell
        }
        var line = padded.joined(separator: "  ")
        while line.last == " " { line.removeLast() }
        return line
    }
}
