import Observability
import Storage
import Testing

struct CommitMetricsTests {
    private func sample(_ metric: Metric, _ metrics: MetricSet, _ labels: [String] = []) throws -> MetricSample {
        let family = try #require(metrics.families.first { $0.name == metric.name })
        return try #require(family.samples.first { $0.labels == labels })
    }

    @Test
    func `commits are counted with the writes that share them, and failed writes of callers are no failed commits`()
        async throws
    {
        try await StoreFixture.run { fixture in
            let before = fixture.store.metrics()
            let commits = try sample(.commitWrites, before).counts?.reduce(0, +) ?? 0
            try await withThrowingDiscardingTaskGroup { group in
                for number in 0..<100 { group.addTask { try await fixture.add("note \(number)") } }
            }
            _ = try? await fixture.add("")
            let after = fixture.store.metrics()
            let writes = try sample(.commitWrites, after)
            #expect(try writes.value - sample(.commitWrites, before).value == 100)
            let counted = writes.counts?.reduce(0, +) ?? 0
            #expect(counted > commits)
            let times = try sample(.commitSeconds, after)
            #expect(times.counts?.reduce(0, +) == counted)
            #expect(times.value > 0)
            for reason in ["full", "io", "other"] { #expect(try sample(.commitFailures, after, [reason]).value == 0) }
            #expect(try sample(.writesWaiting, after).value == 0)
            #expect(try sample(.databaseBytes, after).value > 0)
            #expect(try sample(.logBytes, after).value > 0)
            #expect(try sample(.diskFreeBytes, after).value > 0)
        }
    }
}
