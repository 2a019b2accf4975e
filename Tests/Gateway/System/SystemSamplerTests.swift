import Contracts
import Foundation
import Gateway
import Observability
import Testing

/// The state of the system, from reports of processes.
@Suite struct SystemSamplerTests {
    private static let second: UInt64 = 1_000_000_000
    private static let start = Date(timeIntervalSince1970: 1_700_000_000)

    /// A stack with processes that have counted since their start.
    private struct Stack {
        var sampler = SystemSampler(version: "1.2.3")
        var now = 0

        /// Adds a sample after some seconds; reports are as old as `age` says.
        mutating func sample(after seconds: Int = 10, age: Int = 0, _ reports: [MetricsReport]) {
            now += seconds
            let ns = UInt64(now) * SystemSamplerTests.second
            sampler.add(
                reports.map { ProcessReading.Source($0, atNs: ns - UInt64(age) * SystemSamplerTests.second) },
                at: SystemSamplerTests.start.addingTimeInterval(Double(now)),
                nowNs: ns
            )
        }

        func service(_ name: ServiceName) -> SystemService? {
            sampler.state().services.first { $0.service == name.rawValue }
        }
    }

    private func diary(
        _ process: String = "diary",
        requests: UInt64,
        startedAt: Double = 5,
        _ fill: (inout MetricSet) -> Void = { _ in }
    ) -> MetricsReport {
        var metrics = MetricSet()
        metrics.add(.processInfo, by: ["1.2.3"], 1)
        metrics.add(.processStart, startedAt)
        metrics.add(.residentMemory, 1_000)
        metrics.add(.cpuSeconds, Double(requests) / 100)
        var counts = [UInt64](repeating: 0, count: Buckets.timesCount)
        // Nine of ten within a millisecond, the others within ten.
        counts[2] = requests - requests / 10
        counts[5] = requests / 10
        metrics.add(.requestSeconds, by: ["diary.day"], counts: counts, sum: 1)
        metrics.add(.requestsFailed, by: ["diary.day", "notFound"], Double(requests) / 20)
        metrics.add(.requestsInFlight, by: ["diary"], 3)
        fill(&metrics)
        return MetricsReport(service: .diary, process: process, metrics)
    }

    @Test func `before the first sample there are no services, and the version is known`() {
        let state = SystemSampler(version: "1.2.3").state()
        #expect(state.at == nil && state.services.isEmpty && state.history.isEmpty)
        #expect(state.version == "1.2.3" && state.sampleSeconds == 10)
    }

    @Test func `rates and times are those since the sample before`() throws {
        var stack = Stack()
        stack.sample([diary(requests: 1_000)])
        #expect(stack.service(.diary)?.perSecond == 0)
        stack.sample([diary(requests: 1_200)])
        let service = try #require(stack.service(.diary))
        #expect(service.isReady)
        #expect(service.perSecond == 20)
        #expect(service.failedPerSecond == 1)
        #expect(service.inFlight == 3)
        #expect(try #require(service.medianMs) <= 1)
        #expect((5.0...10).contains(try #require(service.p99Ms)))
        #expect(service.processes.map(\.processorPercent) == [20])
        #expect(service.processes.map(\.memoryBytes) == [1_000])
        stack.sample([diary(requests: 1_200)])
        #expect(stack.service(.diary)?.perSecond == 0)
        #expect(stack.service(.diary)?.p99Ms == nil)
    }

    @Test func `services stand in the order of a request, and one without a report is not ready`() {
        var stack = Stack()
        stack.sample([diary(requests: 1)])
        let services = stack.sampler.state().services
        #expect(services.prefix(2).map(\.service) == ["gateway", "broker"])
        #expect(services.filter(\.isReady).map(\.service) == ["diary"])
        #expect(Set(services.map(\.service)) == Set(["gateway", "broker"] + ServiceName.all.map(\.rawValue)))
        stack.sample(age: 15, [diary(requests: 1)])
        #expect(stack.service(.diary)?.isReady == false)
    }

    @Test func `a process that counts from zero again is a restart, and its rate is not negative`() {
        var stack = Stack()
        stack.sample([diary(requests: 5_000)])
        stack.sample([diary(requests: 50, startedAt: 12)])
        #expect(stack.service(.diary)?.restarts == 1)
        #expect(stack.service(.diary)?.perSecond == 5)
        // Without a supervisor a new process has another name, and the report of the old one stays for a while.
        stack.sample([diary(requests: 50, startedAt: 12), diary("diary-77", requests: 10, startedAt: 25)])
        #expect(stack.service(.diary)?.restarts == 1)
        stack.sample([diary("diary-77", requests: 20, startedAt: 25)])
        #expect(stack.service(.diary)?.restarts == 2)
        #expect(stack.service(.diary)?.perSecond == 1)
        for _ in 0..<SystemState.samplesMax + 1 { stack.sample([diary("diary-77", requests: 20, startedAt: 25)]) }
        #expect(stack.service(.diary)?.restarts == 0)
    }

    @Test func `a further process of a service is no restart`() {
        var stack = Stack()
        stack.sample([diary(requests: 10)])
        stack.sample([diary(requests: 20), diary("diary-2", requests: 10, startedAt: 15)])
        #expect(stack.service(.diary)?.restarts == 0)
        #expect(stack.service(.diary)?.perSecond == 2)
        #expect(stack.service(.diary)?.processes.map(\.process) == ["diary", "diary-2"])
    }

    @Test func `queues, storage, subscribers and the last backup are taken from the reports`() throws {
        func broker(_ requests: UInt64) -> MetricsReport {
            var metrics = MetricSet()
            var counts = [UInt64](repeating: 0, count: Buckets.timesCount)
            counts[3] = requests
            metrics.add(.brokerSeconds, by: ["diary"], counts: counts, sum: 1)
            metrics.add(.brokerWorkers, by: ["diary"], 2)
            metrics.add(.brokerCapacity, by: ["diary"], 64)
            metrics.add(.brokerInFlight, by: ["diary"], 4)
            metrics.add(.brokerQueued, by: ["diary"], 7)
            metrics.add(.brokerFailed, by: ["diary", "overloaded"], 5)
            metrics.add(.brokerFailed, by: ["diary", "deadlineExceeded"], 2)
            metrics.add(.brokerRetried, by: ["diary"], 3)
            metrics.add(.brokerHeld, 11)
            return MetricsReport(service: BrokerStatus.service, process: "broker", metrics)
        }
        let stored = diary(requests: 1) { metrics in
            metrics.add(.databaseBytes, 4_096)
            metrics.add(.logBytes, 100)
            metrics.add(.diskFreeBytes, 600)
            metrics.add(.diskBytes, 1_000)
            metrics.add(.lastBackup, 1_699_999_000.5)
            metrics.add(.eventLag, by: ["profile"], 9)
            metrics.add(.eventLagSeconds, by: ["profile"], 1.25)
        }
        var stack = Stack()
        stack.sample([broker(0), stored])
        stack.sample([broker(100), stored])
        let state = stack.sampler.state()
        let queue = try #require(state.queues.first)
        #expect(state.queues.count == 1)
        #expect((queue.workers, queue.capacity, queue.inFlight, queue.queued) == (2, 64, 4, 7))
        #expect((queue.shed, queue.retried, queue.perSecond) == (5, 3, 10))
        #expect(stack.service(BrokerStatus.service)?.inFlight == 11)
        #expect(stack.service(BrokerStatus.service)?.perSecond == 10)
        let storage = SystemStorage(service: "diary", databaseBytes: 4_096, logBytes: 100, writesWaiting: 0)
        #expect(state.storage == [storage])
        #expect(state.diskFreeBytes == 600 && state.diskBytes == 1_000)
        #expect(state.lastBackupAt == "2023-11-14T21:56:40.500Z")
        #expect(state.subscribers == [SystemSubscriber(service: "diary", source: "profile", events: 9, seconds: 1.3)])
        let sample = try #require(state.history.last)
        #expect(sample.queued == 7 && sample.held == 11 && sample.lagSeconds == 1.3)
        #expect(sample.services.first { $0.service == "broker" }?.perSecond == 10)
    }

    @Test(arguments: [1e300, -1e300, .infinity, 9e18])
    func `numbers of any size in reports are bounded`(value: Double) {
        var metrics = MetricSet()
        var counts = [UInt64](repeating: .max, count: Buckets.timesCount)
        counts[0] = 1
        for number in 0..<100 {
            metrics.add(.brokerSeconds, by: ["diary"], counts: counts, sum: value)
            metrics.add(.brokerQueued, by: ["diary"], value)
            metrics.add(.brokerFailed, by: ["diary", "code \(number)"], value)
            metrics.add(.eventLag, by: ["source \(number)"], value)
        }
        for metric in [Metric.residentMemory, .processStart, .cpuSeconds, .databaseBytes, .diskFreeBytes, .lastBackup] {
            metrics.add(metric, value)
        }
        let reports = ["broker", "broker-2"].map {
            MetricsReport(service: BrokerStatus.service, process: $0, metrics)
        }
        var stack = Stack()
        stack.sample(reports)
        stack.sample(reports)
        #expect(throws: Never.self) { try PayloadCoder.encode(stack.sampler.state()) }
        #expect(stack.sampler.state().history.count == 2)
        #expect(stack.sampler.state().queues.allSatisfy { (0...2_000_000_000_000_000).contains($0.queued) })
    }

    @Test func `the history has an hour at most, and only later samples on request`() throws {
        var stack = Stack()
        for number in 0..<SystemState.samplesMax + 5 { stack.sample([diary(requests: UInt64(number))]) }
        let all = stack.sampler.state().history
        #expect(all.count == SystemState.samplesMax)
        #expect(all.map(\.at) == all.map(\.at).sorted())
        #expect(stack.sampler.state().at == all.last?.at)
        let nowMs = Int(Self.start.timeIntervalSince1970 + Double(stack.now)) * 1_000
        #expect(stack.sampler.state(sinceMs: nowMs).history.isEmpty)
        #expect(stack.sampler.state(sinceMs: nowMs - 20_000).history == Array(all.suffix(2)))
    }

    @Test func `quantiles lie within their bucket, and beyond the last bound at that bound`() throws {
        var counts = [UInt64](repeating: 0, count: Buckets.timesCount)
        var times = TimeCounts()
        #expect(times.quantileMs(0.5) == nil)
        counts[4] = 100
        times.add(counts)
        #expect(try #require(times.quantileMs(0.5)) == 3.75)
        #expect(try #require(times.quantileMs(1)) == 5)
        counts[4] = 0
        counts[Buckets.timesCount - 1] = 1
        var slow = TimeCounts()
        slow.add(counts)
        #expect(slow.quantileMs(0.99) == 10_000)
        slow.add([1, 2])
        #expect(slow.total == 1)
        #expect(slow.since(times).total == 1)
    }
}
