import CommandSupport

/// A report as one self-contained HTML file: no scripts, charts as SVG, for light and dark mode.
package struct LoadPage {
    private let report: LoadReport

    package init(_ report: LoadReport) { self.report = report }

    /// The whole file.
    package var html: String {
        """
        <!doctype html>
        <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(Self.escaped(title))</title><style>\(Self.style)</style></head><body>
        <h1>\(Self.escaped(title))</h1>
        <p>\(Self.escaped(what))</p>
        \(headline)
        \(limits)
        \(LoadCharts(report).html)
        \(tables)
        <footer><p>\(Self.escaped(report.machine.text)). Latency counts from when a request was due, so that a wait before it
        could be sent is part of it.</p></footer>
        </body></html>

        """
    }

    private var title: String { "Load test: \(report.plan.scenario)" }

    private var what: String {
        let plan = report.plan
        var parts = ["\(plan.target)", "\(plan.shape), \(plan.arrivals) arrivals"]
        if let rate = plan.rate { parts.append("\(LoadText.rate(rate)) a second asked for") }
        parts.append("\(plan.connections) connections")
        if plan.people > 0 { parts.append("\(plan.people) people") }
        parts += ["seed \(plan.seed)", "Mealwire \(report.mealwire)", report.startedAt]
        return parts.joined(separator: " · ")
    }

    private var headline: String {
        let latency = report.all.latency
        let cards = [
            (LoadText.rate(report.achievedRate), "good answers a second"),
            (LoadText.time(microseconds: latency.p50Us), "median"),
            (LoadText.time(microseconds: latency.p99Us), "p99"),
            (PlainNumber.grouped(report.all.failed), "failed"), (PlainNumber.grouped(report.all.missed), "missed"),
        ]
        let ending = report.endedBecause.map { because in
            "<p>The stack was saturated at \(LoadText.rate(report.steps.last?.rate ?? 0)) a second: "
                + "\(Self.escaped(because)).</p>"
        }
        return "<div class=\"cards\">"
            + cards.map { "<div><b>\(Self.escaped($0))</b>\(Self.escaped($1))</div>" }.joined()
            + "</div>" + (ending ?? "")
    }

    private var limits: String {
        guard !report.limits.isEmpty else { return "" }
        let rows = report.limits.map { limit in
            [limit.limit, LoadReport.text(ofMeasured: limit), limit.met ? "met" : "missed"]
        }
        return Self.table("Limits", ["limit", "measured", ""], rows, textColumns: 1)
    }

    private var tables: String {
        let head = ["action", "asked", "good", "failed", "missed", "mean", "p50", "p90", "p99", "p99.9", "max"]
        let rows = report.actions.filter { $0.figures.asked > 0 }.map { Self.row($0.name, $0.figures) }
        var tables = [Self.table("Requests", head, rows + [Self.row("all", report.all)], textColumns: 1)]
        let errors = report.actions.flatMap { action in
            action.figures.errors.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
                .map { [$0, action.name, "\($1)"] }
        }
        if !errors.isEmpty {
            tables.append(Self.table("Errors", ["error", "action", "count"], errors, textColumns: 2))
        }
        if report.processes.count > 1 {
            let rows = report.processes.map { process in
                [
                    process.name, LoadText.percent(process.processorSeconds / max(report.sentForSeconds, 0.001)),
                    LoadText.time(microseconds: process.usPerRequest),
                ]
            }
            let head = ["process", "of one processor", "per request"]
            tables.append(Self.table("Processors", head, rows, textColumns: 1))
        }
        return tables.joined(separator: "\n")
    }

    private static func row(_ name: String, _ figures: LoadMetrics) -> [String] {
        let latency = figures.latency
        let times = [latency.meanUs, latency.p50Us, latency.p90Us, latency.p99Us, latency.p999Us, latency.maxUs]
        return [name] + [figures.asked, figures.good, figures.failed, figures.missed].map(PlainNumber.grouped)
            + times.map { LoadText.time(microseconds: $0) }
    }

    private static func table(_ title: String, _ head: [String], _ rows: [[String]], textColumns: Int) -> String {
        func line(_ cells: [String], _ tag: String) -> String {
            let cells = cells.enumerated().map { column, cell in
                "<\(tag)\(column < textColumns ? "" : " class=\"end\"")>\(escaped(cell))</\(tag)>"
            }
            return "<tr>\(cells.joined())</tr>"
        }
        return """
            <h2>\(escaped(title))</h2><div class="wide"><table><thead>\(line(head, "th"))</thead>
            <tbody>\(rows.map { line($0, "td") }.joined(separator: "\n"))</tbody></table></div>
            """
    }

    /// Escapes text for HTML.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            case "\"": escaped += "&quot;"
            default: escaped.append(character)
            }
        }
        return escaped
    }
}
