import Foundation
import Observability
import Testing

/// The files of `compose/observability` match the declared metrics.
struct ObservabilityFilesTests {
    private static let directory = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "compose/observability")

    private func text(_ name: String) throws -> String {
        try String(contentsOf: Self.directory.appending(path: name), encoding: .utf8)
    }

    /// Returns the names of all series in a text.
    private func metrics(in text: String) -> Set<String> {
        Set(text.matches(of: /mealwire_[a-z0-9_]+/).map { String($0.output) })
    }

    private func declaration(of series: String) -> Metric? {
        if let metric = Metric.named(series) { return metric.kind == .histogram ? nil : metric }
        return ["_bucket", "_sum", "_count"].lazy
            .filter { series.hasSuffix($0) }
            .compactMap { Metric.named(String(series.dropLast($0.count))) }
            .first { $0.kind == .histogram }
    }

    @Test(arguments: ["alerts.yml", "dashboard.json"])
    func `every series in a query is a declared metric`(name: String) throws {
        // Descriptions of alerts may name whole histograms.
        let lines = try text(name).split(separator: "\n").filter { !$0.contains("description: ") }
        let series = metrics(in: lines.joined(separator: "\n"))
        #expect(series.count > 15)
        for name in series { #expect(declaration(of: name) != nil, "\(name)") }
    }

    @Test func `every metric in the description of an alert is declared`() throws {
        let sentences = try text("alerts.yml").split(separator: "\n").filter { $0.contains("description: ") }
        let names = metrics(in: sentences.joined(separator: "\n"))
        #expect(!names.isEmpty)
        for name in names { #expect(Metric.named(name) != nil, "\(name)") }
    }

    @Test func `every alert has a severity and two sentences, and tests name only alerts that exist`() throws {
        let alerts = try text("alerts.yml")
        let names = Set(alerts.matches(of: /- alert: (\w+)/).map { String($0.output.1) })
        #expect(names.count > 15)
        for part in ["severity: ", "summary: ", "description: "] {
            #expect(alerts.split(separator: "\n").filter { $0.contains("    \(part)") }.count == names.count, "\(part)")
        }
        let tested = Set(try text("alerts-test.yml").matches(of: /alertname: (\w+)/).map { String($0.output.1) })
        #expect(tested.isSubset(of: names) && tested.contains("MealwireBackupOld"))
    }

    @Test func `the dashboard shows every metric`() throws {
        let shown = Set(metrics(in: try text("dashboard.json")).compactMap { declaration(of: $0)?.name })
        let left = Metric.all.map(\.name).filter { !shown.contains($0) }
        #expect(left == [Metric.reportsRefused.name])
    }

    @Test func `the dashboard is valid, and its panels do not overlap`() throws {
        let data = Data(try text("dashboard.json").utf8)
        let root = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        let panels = try #require(root["panels"] as? [[String: Any]])
        #expect(Set(panels.compactMap { $0["id"] as? Int }).count == panels.count)
        var taken: Set<[Int]> = []
        for panel in panels {
            let place = try #require(panel["gridPos"] as? [String: Int])
            let (left, top) = (place["x"] ?? 0, place["y"] ?? 0)
            #expect(left + (place["w"] ?? 0) <= 24)
            for column in left..<left + (place["w"] ?? 0) {
                for line in top..<top + (place["h"] ?? 0) { #expect(taken.insert([column, line]).inserted) }
            }
        }
    }
}
