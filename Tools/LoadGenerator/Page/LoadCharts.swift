import Glibc

/// The charts of a report.
struct LoadCharts {
    let report: LoadReport

    init(_ report: LoadReport) { self.report = report }

    var html: String {
        var charts: [LineChart] = []
        if report.curve.count > 1 { charts.append(curve) }
        if report.steps.count > 1 { charts += [stepRates, stepLatencies] }
        if report.seconds.count > 1 {
            charts += [throughput, latencies]
            if report.seconds.contains(where: { $0.failed + $0.missed > 0 }) { charts.append(failures) }
        }
        return charts.map(\.html).joined(separator: "\n")
    }

    /// Latency by the number of nines of the percentile: the few slow requests get as much space as the many fast ones.
    private var curve: LineChart {
        let points = report.curve.map { point in
            (x: Self.nines(point.percentile), y: max(point.us, 0.1))
        }
        let last = points.dropLast().last?.x ?? 1
        let ticks = [0.0, 50, 90, 99, 99.9, 99.99, 99.999].map { (value: Self.nines($0), text: LoadText.fixed($0, 3)) }
        return LineChart(
            title: "Latency by percentile",
            xTitle: "of a hundred requests, so many took no longer",
            lines: [.init(name: "latency", style: "a", points: points.map { (min($0.x, last), $0.y) })],
            xScale: ChartScale(range: 0...max(last, 1), isLogarithmic: false),
            yScale: .logarithmic(points.map(\.y)),
            xTicks: ticks.filter { $0.value <= last },
            yText: { LoadText.time(microseconds: $0) }
        )
    }

    /// Returns 1 for 90 %, 2 for 99 %, 3 for 99.9 %.
    private static func nines(_ percentile: Double) -> Double {
        percentile >= 100 ? .infinity : -log10(1 - percentile / 100)
    }

    private var throughput: LineChart {
        let asked = report.plan.rate == nil ? [] : line("asked for", "b") { Double($0.asked) / $1 }
        return overTime(
            "Requests a second",
            asked + line("good answers", "a") { Double($0.good) / $1 },
            yText: { LoadText.rate($0) }
        )
    }

    private var latencies: LineChart {
        overTime(
            "Latency",
            line("median", "a") { second, _ in second.p50Us } + line("p99", "b") { second, _ in second.p99Us }
                + line("longest", "c") { second, _ in second.maxUs },
            yText: { LoadText.time(microseconds: $0) }
        )
    }

    private var failures: LineChart {
        overTime(
            "Failures a second",
            line("failed", "bad") { Double($0.failed) / $1 } + line("missed", "c") { Double($0.missed) / $1 },
            yText: { LoadText.rate($0) }
        )
    }

    private var stepRates: LineChart {
        steps(
            "Answered, by what was asked for",
            [
                .init(name: "asked for", style: "b", points: report.steps.map { ($0.rate, $0.rate) }),
                .init(name: "good answers", style: "a", points: report.steps.map { ($0.rate, $0.achievedRate) }),
            ],
            yText: { LoadText.rate($0) }
        )
    }

    private var stepLatencies: LineChart {
        steps(
            "Latency, by what was asked for",
            [
                .init(name: "median", style: "a", points: report.steps.map { ($0.rate, $0.figures.latency.p50Us) }),
                .init(name: "p99", style: "b", points: report.steps.map { ($0.rate, $0.figures.latency.p99Us) }),
            ],
            yText: { LoadText.time(microseconds: $0) }
        )
    }

    /// Returns a line over the seconds of the run, the last of which may be shorter.
    private func line(_ name: String, _ style: String, _ value: (LoadSecond, Double) -> Double) -> [LineChart.Line] {
        var (points, before): ([(x: Double, y: Double)], Double) = ([], 0)
        for second in report.seconds {
            let length = second.at - before
            // A shorter interval would give no meaningful rate.
            if length > 0.2 { points.append((second.at, value(second, length))) }
            before = second.at
        }
        return [LineChart.Line(name: name, style: style, points: points)]
    }

    private func overTime(_ title: String, _ lines: [LineChart.Line], yText: @escaping (Double) -> String) -> LineChart
    {
        LineChart(
            title: title,
            xTitle: "seconds",
            lines: lines,
            xScale: ChartScale(range: 0...max(1, report.seconds.last?.at ?? 1), isLogarithmic: false),
            yScale: .linear(lines.flatMap { $0.points.map(\.y) }),
            yText: yText
        )
    }

    private func steps(_ title: String, _ lines: [LineChart.Line], yText: @escaping (Double) -> String) -> LineChart {
        LineChart(
            title: title,
            xTitle: "requests a second asked for",
            lines: lines,
            xScale: .linear(report.steps.map(\.rate)),
            yScale: .linear(lines.flatMap { $0.points.map(\.y) }),
            yText: yText
        )
    }
}
