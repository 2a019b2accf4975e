import Contracts
import MealwireClient
import Testing

/// Uploads and downloads.
struct FileTests {
    private static let image =
        #"{"imageURL":"/v1/profile/image/1","contentType":"image/png","width":1,"height":1,"bytes":4}"#

    @Test func `a streamed upload is repeated from its first byte under the same key`() async throws {
        let server = ScriptedServer { request in
            guard case .stream(let count, let begin) = request.body else { throw ClientError.unreachable("no stream") }
            let bytes = try await begin().collect(upTo: 100)
            guard bytes == [1, 2, 3, 4], count == 4 else { throw ClientError.unreachable("other bytes") }
            if request.token == "access-1" { return try Answer.problem(.unavailable).response() }
            return try Answer.json(200, Self.image).response()
        }
        let first = server
        let client = try first.client(.memory(StoredSession(session: Samples.session(1))))
        let upload = Upload(count: 4, mediaType: "image/png") { ByteStream([1, 2, 3, 4]) }
        await #expect(throws: MealwireProblem.self) { try await client.setProfileImage(upload) }
        #expect(server.requests.count > 2)
        #expect(Set(server.requests.map { $0.headers["Idempotency-Key"] }).count == 1)
        let other = try server.client(.memory(StoredSession(personalToken: "p")))
        #expect(try await other.setProfileImage(upload).bytes == 4)
        let request = try #require(server.requests.last)
        #expect(request.verb == "PUT")
        #expect(request.url == "http://test/v1/profile/image")
        #expect(request.headers["Content-Type"] == "image/png")
    }

    @Test func `the picture of an entry names its version`() async throws {
        let server = ScriptedServer(inOrder: [.problem(.versionMismatch)])
        let id = EntryID.make()
        await #expect(throws: MealwireProblem.self) {
            try await server.client().setImage(Upload([1], mediaType: "image/png"), of: id, ifVersion: 2)
        }
        let request = try #require(server.requests.first)
        #expect(request.url == "http://test/v1/diary/entries/\(id)/image")
        #expect(request.headers["If-Match"] == "\"2\"")
    }

    @Test func `a diary is exported as a stream`() async throws {
        let server = ScriptedServer { _ in
            TransportResponse(
                status: 200,
                headers: ["content-type": "text/csv"],
                body: ByteStream(Array("date\n".utf8))
            )
        }
        let file = try await server.client().exportDiary(as: .csv)
        #expect(file.mediaType == "text/csv")
        #expect(try await file.bytes.collect(upTo: 10) == Array("date\n".utf8))
        #expect(server.requests.first?.url == "http://test/v1/diary/export?format=csv")
        #expect(server.requests.first?.timeout == nil)
    }

    @Test func `an import names format and order of dates`() async throws {
        let server = ScriptedServer(inOrder: [.problem(.invalid)])
        await #expect(throws: MealwireProblem.self) {
            try await server.client()
                .importDiary(Upload([65], mediaType: "text/csv"), format: .loseIt, dateOrder: .monthFirst)
        }
        #expect(server.requests.first?.url == "http://test/v1/diary/imports?format=loseIt&dateOrder=monthFirst")
    }

    @Test func `the picture of a food is loaded with a token`() async throws {
        let server = ScriptedServer(inOrder: [.json(200, "x")])
        let food = FoodID.make()
        let client = try server.client(.memory(StoredSession(personalToken: "p")))
        _ = try await client.picture(of: food)
        let request = try #require(server.requests.first)
        #expect(request.url == "http://test/v1/foods/\(food)/picture")
        #expect(request.token == "p")
    }

    @Test func `a picture is loaded by its signed address without a token`() async throws {
        let server = ScriptedServer(inOrder: [.json(200, "x")])
        let client = try server.client()
        _ = try await client.image("/v1/diary/image/1?expires=2&signature=3")
        #expect(server.requests.first?.url == "http://test/v1/diary/image/1?expires=2&signature=3")
        #expect(server.requests.first?.token == nil)
        await #expect(throws: ClientError.self) { try await client.image("https://elsewhere.example/x.png") }
        #expect(server.requests.count == 1)
    }

    @Test func `the download of an account is counted, and therefore not repeated`() async throws {
        let server = ScriptedServer(inOrder: [.failure(.timedOut), .json(200, "{}")])
        await #expect(throws: ClientError.timedOut) { try await server.client().accountExport(.make()) }
        #expect(server.requests.count == 1)
    }
}
