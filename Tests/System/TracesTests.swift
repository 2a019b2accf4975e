import Contracts
import Foundation
import RemoteStandIn
import Synchronization
import Testing

extension SystemTests {
    /// A request from process to process, as a collector sees it.
    struct Traces {
        private static let profile =
            #""sex":"female","birthDate":"1990-05-17","heightCm":165,"weightKg":65,"activityLevel":"light","goal":"lose""#
        private static let caller = "b7ad6b7169203331"

        /// What a collector reads of it.
        private struct Document: Decodable {
            struct Value: Decodable { var stringValue: String }
            struct Attribute: Decodable {
                var key: String
                var value: Value
            }
            struct Span: Decodable {
                var traceId: String
                var spanId: String
                var parentSpanId: String?
                var name: String
                var kind: Int
                var startTimeUnixNano: String
                var endTimeUnixNano: String
            }
            struct Scope: Decodable { var spans: [Span] }
            struct Resource: Decodable { var attributes: [Attribute] }
            struct ResourceSpans: Decodable {
                var resource: Resource
                var scopeSpans: [Scope]
            }

            var resourceSpans: [ResourceSpans]
        }

        /// A step, and the service that it is of.
        private struct Step {
            let service: String
            let span: Document.Span
        }

        /// A collector that is busy the first time.
        private static func collector() async throws -> RemoteStandIn {
            let first = First()
            return try await RemoteStandIn { _ in first.take() ? .status(503, ["Retry-After: 1"]) : .ok("{}") }
        }

        /// True once.
        private final class First: Sendable {
            private let isLeft = Mutex(true)

            func take() -> Bool {
                isLeft.withLock { isLeft in
                    defer { isLeft = false }
                    return isLeft
                }
            }
        }

        /// What a collector was told of a trace.
        private static func steps(_ collector: RemoteStandIn, of trace: String) throws -> [Step] {
            // The first one was not taken, and came again.
            try collector.requests.dropFirst().flatMap { request in
                let document = try JSONDecoder().decode(Document.self, from: Data(request.body.utf8))
                return document.resourceSpans.flatMap { resource in
                    let name = resource.resource.attributes.first { $0.key == "service.name" }?.value.stringValue
                    return resource.scopeSpans.flatMap(\.spans).map { Step(service: name ?? "", span: $0) }
                }
            }
            .filter { $0.span.traceId == trace }
        }

        private static func trace() -> String { TraceContext.root().traceText }

        @Test func `an entry in the diary is one trace through all processes that it concerns`() async throws {
            let collector = try await Self.collector()
            let address = collector.address
            func arguments(_ directory: String) -> [String: [String]] {
                ["gateway": ["--traces-endpoint", address, "--traces-ratio", "0"]]
            }
            try await StackFixture.run(arguments: arguments) { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let foods = try await user.http.get("/v1/foods?q=banana&limit=1").decode(CatalogSearch.Reply.self)
                let food = try #require(foods.items.first)
                let json = #"{"meal":"breakfast","foodId":"\#(food.id)","grams":120}"#
                let (trace, quiet) = (Self.trace(), Self.trace())
                for (trace, flag) in [(quiet, "00"), (trace, "01")] {
                    let headers = ["traceparent": "00-\(trace)-\(Self.caller)-\(flag)"]
                    let answer = try await user.http.post("/v1/diary/days/today/entries", json, headers)
                    #expect(answer.status == 201)
                }
                try await stack.eventually("the collector has the whole trace") {
                    let services = Set(try Self.steps(collector, of: trace).map(\.service))
                    return services.isSuperset(of: ["gateway", "diary", "food-catalog", "leaderboard"])
                }
                try expectTree(try Self.steps(collector, of: trace))
                // What the caller does not want recorded is not, though it came first.
                #expect(try Self.steps(collector, of: quiet).isEmpty)
                let figures = String(decoding: try await stack.http.get("/metrics").body, as: UTF8.self)
                #expect(figures.contains("mealwire_spans_exported_total"))
                let targets = Set(collector.requests.map(\.target))
                #expect(targets == ["/v1/traces"])
                #expect(collector.requests.allSatisfy { $0.header("Content-Type") == "application/json" })
            }
            try await collector.stop()
        }

        private func expectTree(_ steps: [Step]) throws {
            func step(_ service: String, _ kind: Int, _ name: String) throws -> Document.Span {
                let found = steps.filter { $0.service == service && $0.span.kind == kind && $0.span.name == name }
                #expect(found.count == 1, "\(service) \(name): \(found.count)")
                return try #require(found.first).span
            }
            let (server, client, consumer) = (2, 3, 5)
            let root = try step("gateway", server, "POST /v1/diary/days/{date}/entries")
            let asked = try step("gateway", client, DiaryEntriesAdd.method.name)
            let added = try step("diary", server, DiaryEntriesAdd.method.name)
            let looked = try step("diary", client, CatalogGet.method.name)
            let found = try step("food-catalog", server, CatalogGet.method.name)
            let told = try step("leaderboard", consumer, EventType.dayChanged.rawValue)
            #expect(root.parentSpanId == Self.caller)
            #expect(asked.parentSpanId == root.spanId)
            #expect(added.parentSpanId == asked.spanId)
            #expect(looked.parentSpanId == added.spanId)
            #expect(found.parentSpanId == looked.spanId)
            #expect(told.parentSpanId == added.spanId)
            #expect(Set(steps.map(\.span.spanId)).count == steps.count)
            let spans = steps.map(\.span)
            #expect(spans.allSatisfy { $0.startTimeUnixNano <= $0.endTimeUnixNano })
            // One clock, one host: what lies within another step begins no sooner.
            for (inner, outer) in [(asked, root), (added, asked), (looked, added), (found, looked), (told, added)] {
                #expect(try nanoseconds(inner) + 1_000_000 >= nanoseconds(outer))
            }
        }

        private func nanoseconds(_ span: Document.Span) throws -> UInt64 {
            try #require(UInt64(span.startTimeUnixNano))
        }
    }
}
