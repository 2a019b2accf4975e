import ContractDocuments
import Contracts
import Foundation
import Observability
import TestSupport
import Testing

extension SystemCommandTests {
    /// The commands that inspect a running stack.
    struct InspectionCommands {
        private static let profile =
            #""sex":"female","birthDate":"1990-05-17","heightCm":165,"weightKg":65,"activityLevel":"light","goal":"lose""#

        private func call(_ stack: StackFixture, _ arguments: String...) throws -> CommandLineTool.Outcome {
            try CommandLineTool.run(["call"] + arguments + ["--data", stack.directory])
        }

        private func decode<Value: Decodable>(_ type: Value.Type, _ output: String) throws -> Value {
            try PayloadCoder.decodeReply(type, from: Array(output.utf8))
        }

        @Test func `a method is called as a user, and a call with a repeated key takes effect once`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let id = user.session.user.id.description
                let entry = #"{"date":"today","meal":"snack","name":"Biscuit","kcal":150}"#
                let first = try call(stack, "diary.entries.add", entry, "--as", id, "--key", "once")
                #expect(first.status == 0, "\(first.errors)")
                let again = try call(stack, "diary.entries.add", entry, "--as", id, "--key", "once")
                let ids = try [first, again].map { try decode(DiaryEntry.self, $0.output).id }
                #expect(ids[0] == ids[1])
                let day = try decode(DiaryDay.self, call(stack, "diary.day", #"{"date":"today"}"#, "--as", id).output)
                #expect(day.meals.flatMap(\.entries).map(\.id) == [ids[0]])
            }
        }

        @Test func `an error is one line, and the exit status is 1`() async throws {
            try await StackFixture.run { stack in
                let outcomes = [
                    ("did you mean diary.day", try call(stack, "diary.dya")),
                    ("unauthenticated", try call(stack, "diary.day", #"{"date":"today"}"#)),
                    ("malformed", try call(stack, "calculator.target", "no json")),
                    ("forbidden", try call(stack, "diary.stats", "--as", UserID.make().description)),
                    ("must be the id of a user", try call(stack, "diary.day", "--as", "Anna")),
                    (
                        "Nothing runs",
                        try CommandLineTool.run(["call", "auth.ping", "--data", "\(stack.directory)-none"])
                    ),
                    ("Nothing runs", try CommandLineTool.run(["status", "--data", "\(stack.directory)-none"])),
                    (
                        "There is no event type no",
                        try CommandLineTool.run(["events", "no", "--data", stack.directory])
                    ),
                ]
                for (reason, outcome) in outcomes {
                    #expect(outcome.status == 1)
                    #expect(outcome.output.isEmpty)
                    #expect(outcome.errors.contains(reason), "\(outcome.errors)")
                    #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
                }
            }
        }

        @Test func `the methods of each service are those of the contracts`() async throws {
            try await StackFixture.run { stack in
                let inspections = ["ping", "info", "stats"]
                for service in ServiceName.reserved {
                    let outcome = try call(stack, ServiceInfo.method(of: service).name)
                    let info = try decode(ServiceInfo.Reply.self, outcome.output)
                    let known = KnownMethods.all.filter { method in
                        method.service == service && !inspections.contains { method.name == "\(service).\($0)" }
                    }
                    #expect(Set(info.methods.map(\.name)) == Set(known.map(\.name)))
                    for method in known { #expect(info.methods.contains(MethodInfo(method)), "\(method.name)") }
                }
            }
        }

        @Test func `status counts requests and shows absent services`() async throws {
            try await StackFixture.run { stack in
                for _ in 0..<3 {
                    let outcome = try call(
                        stack,
                        "catalog.search",
                        #"{"q":"banana"}"#,
                        "--as",
                        UserID.make().description
                    )
                    #expect(outcome.status == 0, "\(outcome.errors)")
                }
                try stack.kill("leaderboard")
                let status = try CommandLineTool.run(["status", "--data", stack.directory])
                #expect(status.status == 0, "\(status.errors)")
                let rows = status.output.split(separator: "\n").map { $0.split(separator: " ") }
                let services = try #require(rows.firstIndex { $0.first == "SERVICE" })
                let queue = try #require(rows[..<services].first { $0.first == "food-catalog" })
                // Workers, capacity, in flight, queued.
                #expect(queue[1..<5] == ["1", "64", "0", "0"])
                let catalog = try #require(rows[services...].first { $0.first == "food-catalog" })
                // Capacity, in flight, requests, errors.
                #expect(catalog[2..<6] == ["64", "0", "3", "0"])
                #expect(rows.contains(["leaderboard", "away"]))
                let subscriptions = try #require(rows.firstIndex { $0.first == "FOLLOWS" })
                #expect(rows[services..<subscriptions].count == 1 + ServiceName.reserved.count)
                #expect(rows[subscriptions...].contains { $0.starts(with: ["food-catalog", "diary"]) })
            }
        }

        @Test func `events are printed as they happen, up to the given count`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let path = "\(stack.directory)/events"
                let arguments = ["events", "diary.day.changed", "--count", "3", "--data", stack.directory]
                try await CommandLineTool.whileRunning(arguments, writingTo: path) { command in
                    // The command shows only events after its start, and that moment is unknown.
                    try await eventually("three events") {
                        let entry = #"{"meal":"snack","name":"Biscuit","kcal":150}"#
                        _ = try await user.http.post("/v1/diary/days/today/entries", entry)
                        return !command.isRunning
                    }
                    #expect(command.terminationStatus == 0)
                }
                let printed = try String(contentsOfFile: path, encoding: .utf8)
                let events = try printed.split(separator: "\n").map { try decode(Event.self, String($0)) }
                #expect(events.count == 3)
                #expect(events.allSatisfy { $0.type == DayChanged.type && $0.subject == user.session.user.id })
                let first = try #require(events.first)
                #expect(events.map(\.sequence) == Array(first.sequence..<first.sequence + 3))
                let day = try first.data.decode(DayChanged.self)
                #expect(day.kcal == 150 * Double(day.entries))
            }
        }
    }
}
