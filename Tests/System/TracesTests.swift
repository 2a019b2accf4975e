import Contracts
import Foundation
import Observability
import StubRemoteSource
import TestSupport
import Testing

extension SystemCommandTests {
    /// Traces of requests through all processes, as a collector receives them.
    struct Traces {
        private static let profile =
            #""sex":"female","birthDate":"1990-05-17","heightCm":165,"weightKg":65,"activityLevel":"light","goal":"lose""#
        private static let caller = "b7ad6b7169203331"

        /// An export request of OTLP/JSON, in part.
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

        /// A span and its service.
        private struct ServiceSpan {
            let service: String
            let span: Document.Span
        }

        /// Starts a collector that answers 503 to the first request.
        private static func collector() async throws -> StubRemoteSource {
            let firstRequest = Flag()
            return try await StubRemoteSource { _ in firstRequest.raise() ? .status(503, ["Retry-After: 1"]) : .ok("{}")
            }
        }

        /// Returns the spans of a trace that the collector has accepted.
        private static func spans(_ collector: StubRemoteSource, of trace: String) throws -> [ServiceSpan] {
            // The first request was refused and repeated.
            try collector.requests.dropFirst().flatMap { request in
                let document = try JSONDecoder().decode(Document.self, from: Data(request.body.utf8))
                return document.resourceSpans.flatMap { resource in
                    let name = resource.resource.attributes.first { $0.key == "service.name" }?.value.stringValue
                    return resource.scopeSpans.flatMap(\.spans).map { ServiceSpan(service: name ?? "", span: $0) }
                }
            }
            .filter { $0.span.traceId == trace }
        }

        private static func trace() -> String { TraceContext.root().traceText }

        @Test func `a diary entry is one trace through all processes involved`() async throws {
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
                try await eventually("the collector has the whole trace") {
                    let services = Set(try Self.spans(collector, of: trace).map(\.service))
                    return services.isSuperset(of: ["gateway", "diary", "food-catalog", "leaderboard"])
                }
                try expectTree(try Self.spans(collector, of: trace))
                // The trace without the sampled flag came first and must not be exported.
                #expect(try Self.spans(collector, of: quiet).isEmpty)
                let metrics = String(decoding: try await stack.http.get("/metrics").body, as: UTF8.self)
                #expect(metrics.contains("mealwire_spans_exported_total"))
                let targets = Set(collector.requests.map(\.target))
                #expect(targets == ["/v1/traces"])
                #expect(collector.requests.allSatisfy { $0.header("Content-Type") == "application/json" })
            }
            try await collector.stop()
        }

        private func expectTree(_ found: [ServiceSpan]) throws {
            func span(_ service: String, _ kind: Int, _ name: String) throws -> Document.Span {
                let matching = found.filter { $0.service == service && $0.span.kind == kind && $0.span.name == name }
                #expect(matching.count == 1, "\(service) \(name): \(matching.count)")
                return try #require(matching.first).span
            }
            let (server, client, consumer) = (2, 3, 5)
            let root = try span("gateway", server, "POST /v1/diary/days/{date}/entries")
            let asked = try span("gateway", client, DiaryEntriesAdd.method.name)
            let added = try span("diary", server, DiaryEntriesAdd.method.name)
            let lookup = try span("diary", client, CatalogGet.method.name)
            let looked = try span("food-catalog", server, CatalogGet.method.name)
            let applied = try span("leaderboard", consumer, DayChanged.type.rawValue)
            #expect(root.parentSpanId == Self.caller)
            #expect(asked.parentSpanId == root.spanId)
            #expect(added.parentSpanId == asked.spanId)
            #expect(lookup.parentSpanId == added.spanId)
            #expect(looked.parentSpanId == lookup.spanId)
            #expect(applied.parentSpanId == added.spanId)
            #expect(Set(found.map(\.span.spanId)).count == found.count)
            let spans = found.map(\.span)
            #expect(spans.allSatisfy { $0.startTimeUnixNano <= $0.endTimeUnixNano })
            // All processes share one clock, so an inner span begins no earlier than its outer span.
            for (inner, outer) in [(asked, root), (added, asked), (lookup, added), (looked, lookup), (applied, added)] {
                #expect(try nanoseconds(inner) + 1_000_000 >= nanoseconds(outer))
            }
        }

        private func nanoseconds(_ span: Document.Span) throws -> UInt64 {
            try #require(UInt64(span.startTimeUnixNano))
        }
    }
}
