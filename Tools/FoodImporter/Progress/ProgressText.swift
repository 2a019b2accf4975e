import CommandSupport
import FoodFormats

/// One line that shows the progress of an import.
package struct ProgressText: Sendable {
    /// The range of useful bar widths, in columns.
    private static let barWidths = 10...40
    private static let percentWidth = 4

    private let progress: ReadProgress
    private let rows: Int
    private let refused: Int
    private let rowsPerSecond: Double?
    private let secondsLeft: Double?
    private let trouble: String?

    package init(_ state: ImportStatus.State, _ rate: ProgressRate) {
        progress = state.progress
        rows = state.counts.inCatalog + state.counts.refused
        refused = state.counts.refused
        rowsPerSecond = rate.rowsPerSecond
        secondsLeft = rate.secondsLeft(bytesInAll: state.progress.bytesInAll)
        trouble = state.trouble
    }

    /// The line without a bar, for logs.
    package var plain: String { "\(percent)  \(counts)" }

    /// Returns the line with a bar that fits the terminal.
    ///
    /// - Parameter width: The columns of the terminal.
    /// - Returns: A line that is not wider.
    package func bar(width: Int) -> String {
        let (percent, counts) = (percent, counts)
        let room = width - percent.count - counts.count - 6
        let barWidth = min(room, Self.barWidths.upperBound)
        guard barWidth >= Self.barWidths.lowerBound else { return String(plain.prefix(max(0, width - 1))) }
        let filled = Int(Double(barWidth) * fraction)
        let bar = String(repeating: "#", count: filled) + String(repeating: "-", count: barWidth - filled)
        return "[\(bar)] \(percent)  \(counts)"
    }

    private var fraction: Double { progress.bytesInAll > 0 ? progress.fraction : 0 }

    private var percent: String {
        let text = "\(Int(100 * fraction))%"
        return String(repeating: " ", count: max(0, Self.percentWidth - text.count)) + text
    }

    private var counts: String {
        var parts = [PlainNumber.counted(rows, "row")]
        if let trouble { return (parts + ["waiting: \(trouble)"]).joined(separator: ", ") }
        if let rowsPerSecond { parts.append("\(PlainNumber.grouped(Int(rowsPerSecond.rounded()))) a second") }
        if refused > 0 { parts.append("\(PlainNumber.grouped(refused)) refused") }
        if let secondsLeft { parts.append("\(PlainNumber.time(seconds: secondsLeft.rounded(.up))) left") }
        return parts.joined(separator: ", ")
    }
}
