import Contracts

/// A table of the services of a stack, with one row for each instance.
package struct ServiceSection {
    private static let titles = ["SERVICE", "INSTANCE", "CAPACITY", "IN FLIGHT", "REQUESTS", "ERRORS", "MEAN", "MAX"]
    /// The number of text columns; the remaining ones are right-aligned numbers.
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
            requests > 0 ? TextTable.time(microseconds: totalUs / requests) : unknown,
            maximumUs.map(TextTable.time) ?? unknown,
        ]
    }

    /// The formatted table.
    package var text: String { TextTable.text([Self.titles] + rows, textColumns: Self.textColumns) }
}
