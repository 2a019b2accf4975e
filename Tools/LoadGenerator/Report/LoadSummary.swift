import CommandSupport

/// The text summary at the end of a run.
package struct LoadSummary {
    private static let titles = [
        "ACTION", "ASKED", "GOOD", "FAILED", "MISSED", "MEAN", "P50", "P90", "P99", "P99.9", "MAX",
    ]
    private static let stepTitles = ["STEP", "ASKED/S", "GOOD/S", "FAILED", "P50", "P99", "MAX"]
    private static let processTitles = ["PROCESS", "PROCESSOR", "PER REQUEST"]
    private static let errorTitles = ["ERROR", "ACTION", "COUNT"]
    /// The greatest own delay of the load generator without a warning.
    private static let latenessMaxUs = 1_000.0

    private let report: LoadReport

    package init(_ report: LoadReport) { self.report = report }

    /// The whole summary, with a line feed at the end.
    package var text: String {
        [ending, actionTable, errorTable, stepTable, processTable, remarks.joined(separator: "\n"), limitLines]
            .filter { !$0.isEmpty }
            .joined(separator: "\n\n") + "\n"
    }

    private var ending: String {
        let time = PlainNumber.time(seconds: report.sentForSeconds)
        let asked = report.plan.rate == nil ? "" : " of \(PlainNumber.grouped(report.all.asked)) that were due"
        var lines = [
            "\(PlainNumber.grouped(report.all.good)) good answers\(asked) in \(time): "
                + "\(LoadText.rate(report.achievedRate)) a second."
        ]
        if report.endedBy == "interrupted" { lines.append("Ended early.") }
        if let because = report.endedBecause {
            lines.append(
                "The stack was saturated at \(LoadText.rate(report.steps.last?.rate ?? 0)) a second: \(because)."
            )
            lines.append(
                report.saturationRate.map { "It sustained up to \(LoadText.rate($0)) a second." }
                    ?? "It did not sustain the first step."
            )
        } else if !report.steps.isEmpty {
            lines.append("The stack sustained every step; raise --step or --duration.")
        }
        return lines.joined(separator: "\n")
    }

    private var actionTable: String {
        let rows = report.actions.filter { $0.figures.asked > 0 }.map { Self.row($0.name, $0.figures) }
        let whole = rows.count == 1 && report.all.missed == 0 ? [] : [Self.row("all", report.all)]
        return TextTable.text([Self.titles] + rows + whole, textColumns: 1)
    }

    private static func row(_ name: String, _ figures: LoadMetrics) -> [String] {
        let latency = figures.latency
        let times = [
            latency.meanUs, latency.p50Us, latency.p90Us, latency.p99Us, latency.p999Us, latency.maxUs,
        ]
        return [name] + [figures.asked, figures.good, figures.failed, figures.missed].map(PlainNumber.grouped)
            + times.map { latency.count > 0 ? LoadText.time(microseconds: $0) : "-" }
    }

    private var errorTable: String {
        let rows = report.actions.flatMap { action in
            action.figures.errors.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { kind, count in
                [kind, action.name, PlainNumber.grouped(count)]
            }
        }
        return rows.isEmpty ? "" : TextTable.text([Self.errorTitles] + rows, textColumns: 2)
    }

    private var stepTable: String {
        let rows = report.steps.enumerated().map { number, step -> [String] in
            let latency = step.figures.latency
            return ["\(number + 1)", LoadText.rate(step.rate), LoadText.rate(step.achievedRate)]
                + ["\(PlainNumber.grouped(step.figures.failed + step.figures.missed))"]
                + [latency.p50Us, latency.p99Us, latency.maxUs].map { LoadText.time(microseconds: $0) }
        }
        return rows.isEmpty ? "" : TextTable.text([Self.stepTitles] + rows, textColumns: 1)
    }

    private var processTable: String {
        // The load generator alone shows nothing about the stack.
        guard report.processes.count > 1 else { return "" }
        let rows = report.processes.map { process in
            let share = report.sentForSeconds > 0 ? process.processorSeconds / report.sentForSeconds : 0
            return [process.name, LoadText.percent(share), LoadText.time(microseconds: process.usPerRequest)]
        }
        return TextTable.text([Self.processTitles] + rows, textColumns: 1)
    }

    private var remarks: [String] {
        var remarks = [report.machine.text]
        if report.hasNoSuccess { remarks.append("No request succeeded, so this run shows nothing.") }
        if report.all.missed > 0 {
            remarks.append(
                "\(PlainNumber.counted(report.all.missed, "request")) could not be sent, because "
                    + "\(report.plan.connections) were in flight all the time; see --connections."
            )
        }
        if report.ownLatenessP99Us > Self.latenessMaxUs {
            remarks.append(
                "The load generator itself was late: one request in a hundred by \(LoadText.time(microseconds: report.ownLatenessP99Us)) "
                    + "or more. The machine is too slow for this rate."
            )
        }
        if report.peopleLeft > 0 {
            remarks.append(
                "\(report.peopleLeft) of the accounts could not be deleted; run the test again with --seed \(report.plan.seed)."
            )
        }
        return remarks
    }

    private var limitLines: String {
        report.limits.map { limit in
            "\(limit.met ? "met   " : "MISSED") \(limit.limit), measured \(LoadReport.text(ofMeasured: limit))"
        }.joined(separator: "\n")
    }
}

extension LoadReport {
    /// Returns the measured value of a limit with its unit.
    package static func text(ofMeasured limit: Limit) -> String {
        let isShare = limit.limit.hasPrefix("errors") || limit.limit.hasPrefix("rate")
        return isShare ? LoadText.percent(limit.measured) : LoadText.time(microseconds: limit.measured)
    }
}
