import Contracts
import MessageBus
import Observability
import ServiceKit
import Testing

/// Tests the metrics of a process and its trace spans.
@Suite(.timeLimit(.minutes(5)))
struct RequestMetricsTests {
    private static let header = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-0"

    private static func worker(_ fixture: BusFixture) -> MessageBus {
        let bus = fixture.bus("echo-1")
        bus.serve(
            Echo.service,
            capacity: 4,
            [
                .inline(Echo.self) { request, _ in
                    guard !request.text.isEmpty else { throw ServiceError(.invalid, "Say something.") }
                    return Echo.Reply(text: request.text, instance: "echo-1")
                },
                .handle(EchoOnce.self) { request, _ in
                    let scope = try #require(RequestScope.current)
                    return Echo.Reply(text: request.text, instance: scope.traceparent ?? "")
                },
            ]
        )
        return bus
    }

    private static func context(_ flag: String) -> RequestContext {
        RequestContext(
            id: .make(),
            principal: nil,
            idempotencyKey: nil,
            deadline: .after(milliseconds: 10_000),
            traceparent: header + flag
        )
    }

    /// Returns the number of workers of each queue in a report of the broker.
    private static func workers(_ report: MetricsReport?) -> [MetricSample]? {
        report?.families.first { $0.name == Metric.brokerWorkers.name }?.samples
    }

    @Test func `durations and errors are reported for the methods that were called, and for no others`() async throws {
        try await BusFixture.run { fixture in
            let worker = Self.worker(fixture)
            try await fixture.withClient([worker]) { client in
                for text in ["a", "b", ""] { _ = try? await client.call(Echo(text: text), .own()) }
                let offered = try #require(await worker.offeredMetrics().first)
                #expect(offered.service == Echo.service)
                #expect(offered.capacity == 4)
                #expect(offered.methods.map(\.name) == [Echo.method.name])
                let echo = try #require(offered.methods.first)
                #expect(echo.times.reduce(0, +) == 3)
                #expect(echo.totalNs > 0)
                #expect(echo.errors == [.invalid: 1])
            }
            #expect(await worker.offeredMetrics().isEmpty)
        }
    }

    @Test func `a broker and a process publish their metrics when asked, and once for many questions`()
        async throws
    {
        try await BusFixture.run { fixture in
            let worker = Self.worker(fixture)
            let publisher = MetricsPublisher(.diary, ProcessMetrics(service: .diary, bus: worker), bus: worker)
            try await fixture.withClient([worker]) { client in
                let received = client.subscribe(
                    [MetricsReport.topic(of: .diary), MetricsReport.topic(of: BrokerStatus.service)],
                    keeping: 64
                )
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await publisher.run() }
                    let question = String(decoding: try PayloadCoder.encode(MetricsQuestion()), as: UTF8.self)
                    let asking = client.publishing([(MetricsQuestion.topic, question)])
                    defer { asking.cancel() }
                    var reports: [String: MetricsReport] = [:]
                    for await payload in received {
                        let report = try PayloadCoder.decodeReply(MetricsReport.self, from: payload)
                        reports[report.service.rawValue] = report
                        // The broker may answer before the worker has registered its services.
                        if reports["diary"] != nil, Self.workers(reports["broker"])?.isEmpty == false { break }
                    }
                    group.cancelAll()
                    let process = try #require(reports["diary"])
                    #expect(process.process == "echo-1")
                    let names = Set(process.families.map(\.name))
                    let expected: [Metric] = [.residentMemory, .cpuSeconds, .openDescriptors, .requestsCapacity]
                    #expect(names.isSuperset(of: expected.map(\.name)))
                    let broker = try #require(reports["broker"])
                    let workers = Self.workers(broker)
                    // `echo` is not one of Mealwire's services.
                    #expect(workers?.map(\.labels) == [[Metric.otherQueues]])
                    #expect(workers?.first?.value == 1)
                }
            }
        }
    }

    @Test func `a traced call has a span on each side, one the parent of the other`() async throws {
        try await BusFixture.run { fixture in
            let worker = Self.worker(fixture)
            try await fixture.withClient([worker]) { client in
                let payload = try PayloadCoder.encode(EchoOnce(text: "x"))
                let reply = try await client.forward(EchoOnce.method, payload: payload, Self.context("1"))
                let asked = client.spans.take()
                // A call that takes a millisecond or more on the way also has a span for that.
                let answered = worker.spans.take().filter { $0.kind != .between }
                #expect(asked.map(\.kind) == [.client])
                #expect(answered.map(\.kind) == [.server])
                #expect(asked.first?.parent == "b7ad6b7169203331")
                #expect(answered.first?.parent == asked.first?.span)
                #expect(Set((asked + answered).map(\.trace)) == ["0af7651916cd43dd8448eb211c80319c"])
                #expect(Set((asked + answered).map(\.name)) == [EchoOnce.method.name])
                // The handler sees its own span, the parent of its calls and events.
                let seen = try PayloadCoder.decodeReply(Echo.Reply.self, from: reply.payload).instance
                #expect(TraceContext(seen)?.spanText == answered.first?.span)
            }
        }
    }

    @Test func `a call that is not traced leaves no span, and passes its trace context on`() async throws {
        try await BusFixture.run { fixture in
            let worker = Self.worker(fixture)
            try await fixture.withClient([worker]) { client in
                let payload = try PayloadCoder.encode(EchoOnce(text: "x"))
                let reply = try await client.forward(EchoOnce.method, payload: payload, Self.context("0"))
                let seen = try PayloadCoder.decodeReply(Echo.Reply.self, from: reply.payload).instance
                #expect(seen == Self.header + "0")
                #expect(client.spans.take().isEmpty)
                #expect(worker.spans.take().isEmpty)
            }
        }
    }

    @Test func `spans beyond the limit are dropped and counted`() {
        let buffer = SpanBuffer()
        let span = OpenSpan(root: .root()).ended("x", .server)
        for _ in 0..<3_000 { buffer.add(span) }
        #expect(buffer.take().count == 2_048)
        #expect(buffer.dropped == 952)
        #expect(buffer.take().isEmpty)
    }
}
