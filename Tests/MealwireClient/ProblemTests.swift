import Contracts
import MealwireClient
import Testing

/// Problem documents, and answers that are none.
struct ProblemTests {
    private func problem(_ status: Int, _ body: String) async throws -> MealwireProblem? {
        let server = ScriptedServer(inOrder: [.json(status, body)])
        return await #expect(throws: MealwireProblem.self) {
            try await server.client().send(DiaryEntriesRemove(id: .make()))
        }
    }

    @Test func `a problem has code, sentence, fields and parameters`() async throws {
        let problem = try await problem(
            422,
            """
            {"type":"about:blank","title":"Unprocessable Content","status":422,"detail":"grams is wrong.",
            "code":"invalid","params":{"a":"b"},"errors":[{"field":"grams","code":"outOfRange","params":{"max":"10"},
            "message":"grams is wrong."},{"field":"x","code":"ofTheFuture","message":"New."}]}
            """
        )
        #expect(problem?.code == .invalid)
        #expect(problem?.status == 422)
        #expect(problem?.description == "grams is wrong.")
        #expect(problem?.params == ["a": "b"])
        #expect(
            problem?.fieldErrors.first == FieldError("grams", .outOfRange, "grams is wrong.", params: ["max": "10"])
        )
        #expect(problem?.fieldErrors.last?.message == "New.")
    }

    @Test func `a code of a newer server is kept as text`() async throws {
        let problem = try await problem(422, #"{"status":422,"detail":"New.","code":"ofTheFuture"}"#)
        #expect(problem?.code == nil)
        #expect(problem?.codeText == "ofTheFuture")
        #expect(problem?.detail == "New.")
    }

    @Test func `the answer of a proxy is a problem without a code`() async throws {
        let problem = try await problem(404, "<html>not here</html>")
        #expect(problem?.code == nil)
        #expect(problem?.detail.contains("404") == true)
    }

    @Test func `a version conflict has the newest state`() async throws {
        let current = #"{"date":"2026-03-10","waterMl":250,"note":"a, \"b\" }","version":4}"#
        let problem = try await problem(
            412,
            #"{"status":412,"detail":"Changed.","code":"versionMismatch","params":{},"current":\#(current)}"#
        )
        #expect(problem?.current(DayExtras.self)?.note == #"a, "b" }"#)
        let removed = try await self.problem(412, #"{"detail":"Gone.","code":"versionMismatch","current":null}"#)
        #expect(removed?.current(DayExtras.self) == nil)
    }

    @Test func `a reply with unknown fields is read, and another one is no answer of Mealwire`() async throws {
        let server = ScriptedServer(inOrder: [.json(200, #"{"items":[],"new":1}"#), .json(200, "<html>")])
        let client = try server.client()
        #expect(try await client.send(CatalogSearch(q: "soup")).items.isEmpty)
        await #expect(throws: ClientError.self) { try await client.send(CatalogSearch(q: "soup")) }
    }

    @Test func `an empty body is an empty reply`() async throws {
        let server = ScriptedServer(inOrder: [.json(204, "")])
        #expect(try await server.client().send(DiaryEntriesRemove(id: .make())) == Empty())
    }
}
