import Contracts
import Foundation
import Observability
import TestSupport
import Testing

extension SystemCommandTests {
    /// Prometheus metrics of a running stack.
    struct Metrics {
        private static let profile =
            #""sex":"female","birthDate":"1990-05-17","heightCm":165,"weightKg":65,"activityLevel":"light","goal":"lose""#
        private static let token = "0123456789abcdef0123"
        /// Metrics that exist only after the event, with a trace collector, or if pictures are fetched.
        private static let conditional: [Metric] = [
            .brokerFailed, .logLines, .spansExported, .spansDiscarded, .spanExportFailures, .spansWaiting, .lastBackup,
            .remotePictures,
        ]

        /// The lines of one scrape.
        struct Scrape {
            let lines: [String]

            init(_ stack: StackFixture) async throws {
                let answer = try await stack.http.get("/metrics")
                guard answer.status == 200 else { throw UnexpectedAnswer(answer) }
                lines = String(decoding: answer.body, as: UTF8.self).split(separator: "\n").map(String.init)
            }

            /// Returns the sum of all values of a series with the given labels; nil without values.
            func value(_ series: String, _ labels: String...) -> Double? {
                let values = lines.filter { line in
                    (line.hasPrefix("\(series){") || line.hasPrefix("\(series) "))
                        && labels.allSatisfy { line.contains($0) }
                }
                .compactMap { $0.split(separator: " ").last.flatMap { Double($0) } }
                return values.isEmpty ? nil : values.reduce(0, +)
            }

            func contains(_ metric: Metric) -> Bool { lines.contains { $0.hasPrefix("# TYPE \(metric.name) ") } }
        }

        @Test func `one scrape contains every metric of every process`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let entry = #"{"meal":"snack","name":"Biscuit","kcal":150}"#
                for _ in 0..<3 {
                    let answer = try await user.http.post("/v1/diary/days/today/entries", entry)
                    #expect(answer.status == 201)
                }
                #expect(try await user.http.get("/v1/diary/days/nonsense").status >= 400)
                #expect(try await stack.http.get("/v1/nowhere").status == 404)
                for service in StackFixture.services + ["broker", "gateway"] {
                    try await eventually("\(service) publishes its metrics") {
                        try await Scrape(stack).value("mealwire_service_processes", #"service="\#(service)""#) == 1
                    }
                }
                try await eventually("the leaderboard has applied the events") {
                    let scrape = try await Scrape(stack)
                    let labels = (#"service="leaderboard""#, #"source="diary""#)
                    let applied = scrape.value("mealwire_events_applied_total", labels.0, labels.1) ?? 0
                    return applied >= 1 && scrape.value("mealwire_events_lag", labels.0, labels.1) == 0
                }
                let scrape = try await Scrape(stack)
                // The stack of the test has no bridge.
                for metric in Metric.all
                where !Self.conditional.contains(metric) && !metric.name.hasPrefix("mealwire_bridge_") {
                    #expect(scrape.contains(metric), "\(metric.name)")
                }
                expectValues(scrape)
            }
        }

        private func expectValues(_ scrape: Scrape) {
            let route = #"route="/v1/diary/days/{date}/entries""#
            #expect(scrape.value("mealwire_http_requests_total", route, #"status="2xx""#) == 3)
            #expect(scrape.value("mealwire_http_request_duration_seconds_count", route) == 3)
            #expect(scrape.value("mealwire_http_requests_total", #"route="other""#, #"status="4xx""#) == 1)
            let method = #"method="diary.entries.add""#
            #expect(scrape.value("mealwire_request_duration_seconds_count", method) == 3)
            #expect(scrape.value("mealwire_request_duration_seconds_bucket", method, #"le="+Inf""#) == 3)
            #expect(scrape.value("mealwire_storage_commit_writes_sum", #"service="diary""#) ?? 0 >= 3)
            #expect(scrape.value("mealwire_broker_requests_total", #"queue="diary""#) ?? 0 >= 3)
            #expect(scrape.value("mealwire_broker_workers", #"queue="calorie-calculator-plan""#) == 1)
            #expect(scrape.value("mealwire_reports_refused_total") == 0)
        }

        @Test func `metrics are served to this host and to clients with the token`() async throws {
            func arguments(_ directory: String) -> [String: [String]] { ["gateway": ["--metrics-token", Self.token]] }
            try await StackFixture.run(arguments: arguments) { stack in
                let direct = try await stack.http.get("/metrics")
                #expect(direct.status == 200)
                #expect(direct.header("Content-Type") == "text/plain; version=0.0.4; charset=utf-8")
                let forwarded = ["X-Forwarded-For": "203.0.113.9"]
                let stranger = try await stack.http.send("GET", "/metrics", nil, forwarded)
                #expect(stranger.status == 403)
                #expect(try stranger.problem.code == .forbidden)
                let shown = try await stack.http.with(token: Self.token).send("GET", "/metrics", nil, forwarded)
                #expect(shown.status == 200)
                let user = try await User.register(stack, "Anna", Self.profile)
                #expect(try await user.http.send("GET", "/metrics", nil, forwarded).status == 403)
            }
        }
    }
}
