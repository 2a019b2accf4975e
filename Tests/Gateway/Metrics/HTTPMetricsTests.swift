import Gateway
import HTTPTypes
import Observability
import Testing

struct HTTPMetricsTests {
    @Test func `responses are counted by route and class, and unused routes are omitted`() async throws {
        let metrics = HTTPMetrics()
        let (days, quiet) = (metrics.route(.get, "/v1/diary/days/{date}"), metrics.route(.get, "/quiet"))
        await withDiscardingTaskGroup { group in
            for number in 0..<1_000 {
                group.addTask { days.record(status: number % 10 == 0 ? 404 : 200, spentNs: 300_000) }
            }
        }
        _ = quiet
        let families = metrics.snapshot().families
        let requests = try #require(families.first { $0.name == Metric.httpRequests.name }).samples
        #expect(requests.map(\.labels.last) == ["2xx", "4xx"])
        #expect(requests.map(\.value) == [900, 100])
        #expect(requests.allSatisfy { $0.labels.starts(with: ["GET", "/v1/diary/days/{date}"]) })
        let times = try #require(families.first { $0.name == Metric.httpSeconds.name }).samples
        #expect(times.count == 1)
        #expect(times.first?.counts?[1] == 1_000)
        #expect(abs((times.first?.value ?? 0) - 0.3) < 1e-9)
    }
}
