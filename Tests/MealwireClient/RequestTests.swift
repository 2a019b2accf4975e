import Calendar
import Contracts
import JSONCoding
import MealwireClient
import Testing

/// Requests as contracts become HTTP.
struct RequestTests {
    private let id = EntryID(UUIDv7(high: 0x0123_4567_89AB_7DEF, low: 0x8123_4567_89AB_CDEF))
    private let idText = "01234567-89ab-7def-8123-456789abcdef"

    /// Sends a request, and returns what the server received.
    private func sent<Request: Contract>(_ request: Request, checksRules: Bool = false) async throws -> TransportRequest
    {
        let server = ScriptedServer { _ in throw ClientError.unexpectedAnswer("enough") }
        var options = ClientOptions()
        options.checksRules = checksRules
        let client = try server.client(options: options)
        await #expect(throws: ClientError.unexpectedAnswer("enough")) { try await client.send(request) }
        return try #require(server.requests.first)
    }

    @Test func `path fields leave the body`() async throws {
        let amount = EntryAmount(foodId: FoodID(id.uuid), grams: 120.5)
        let request = try await sent(DiaryEntriesAdd(date: .today, meal: .lunch, amount: amount))
        #expect(request.verb == "POST")
        #expect(request.url == "http://test/v1/diary/days/today/entries")
        #expect(request.text == #"{"meal":"lunch","foodId":"\#(idText)","grams":120.5}"#)
        #expect(request.headers["Content-Type"] == "application/json")
        #expect(request.headers["Accept"] == "application/json")
        #expect(request.token == "access-1")
    }

    @Test func `fields of a GET are a percent-encoded query without those that are nil`() async throws {
        let request = try await sent(CatalogSearch(q: "pâté & 100% \"oat\"/+", limit: 5))
        #expect(request.url == "http://test/v1/foods?q=p%C3%A2t%C3%A9%20%26%20100%25%20%22oat%22%2F%2B&limit=5")
        #expect(request.body == nil)
        #expect(request.headers["Content-Type"] == nil)
    }

    @Test func `a version is sent as If-Match, and not in the body`() async throws {
        let change = try await sent(DiaryEntriesUpdate(id: id, ifVersion: 3, grams: 80))
        #expect(change.url == "http://test/v1/diary/entries/\(idText)")
        #expect(change.headers["If-Match"] == "\"3\"")
        #expect(change.text == #"{"grams":80}"#)
        let removal = try await sent(DiaryEntriesRemove(id: id, ifVersion: 4))
        #expect(removal.headers["If-Match"] == "\"4\"")
        #expect(removal.url == "http://test/v1/diary/entries/\(idText)")
        #expect(removal.body == nil)
    }

    @Test(arguments: [true, false, nil]) func `overwrites is sent as an asterisk`(overwrites: Bool?) async throws {
        var amount = EntryAmount()
        (amount.name, amount.kcal) = ("Soup", 200)
        let put = DiaryEntriesPut(id: id, overwrites: overwrites, date: .today, meal: .dinner, amount: amount)
        let request = try await sent(put)
        #expect(request.headers["If-Match"] == (overwrites == true ? "*" : nil))
        #expect(!request.text.contains("overwrites"))
    }

    @Test func `fields of the gateway are not sent, and a route for anyone gets no token`() async throws {
        let request = try await sent(AuthLogin(email: "a@b.c", password: "secret", device: "x", client: "y"))
        #expect(request.text == #"{"email":"a@b.c","password":"secret"}"#)
        #expect(request.token == nil)
    }

    @Test func `DELETE sends a body if its binding says so`() async throws {
        let request = try await sent(AuthTotpRemove(password: "p", code: "123456"))
        #expect(request.verb == "DELETE")
        #expect(request.text == #"{"password":"p","code":"123456"}"#)
    }

    @Test func `a POST without fields sends an empty object`() async throws {
        #expect(try await sent(AuthLogout()).text == "{}")
    }

    @Test func `only writes that take a key have one`() async throws {
        let amount = EntryAmount(foodId: FoodID(id.uuid), grams: 1)
        let write = try await sent(DiaryEntriesAdd(date: .today, meal: .lunch, amount: amount))
        #expect(UUIDv7(try #require(write.headers["Idempotency-Key"])) != nil)
        #expect(try await sent(CatalogSearch(q: "x")).headers["Idempotency-Key"] == nil)
        #expect(try await sent(AuthTotpBegin(password: "p")).headers["Idempotency-Key"] == nil)
    }

    @Test func `a change keeps null and leaves out what stays`() async throws {
        var change = ProfileChange()
        (change.goalWeightKg, change.name) = (.cleared, .set("Anna \"A\" {Maria}"))
        let request = try await sent(ProfileUpdate(change, ifVersion: 7))
        #expect(request.headers["If-Match"] == "\"7\"")
        let body = try PayloadCoder.decode(ProfileUpdate.self, from: Array(request.text.utf8))
        #expect(body.change == change)
    }

    @Test func `an unusual text in a path is one part of it`() async throws {
        let request = try await sent(CatalogBarcode(gtin: "../x?y#z"))
        #expect(request.url == "http://test/v1/foods/barcode/..%2Fx%3Fy%23z")
    }

    @Test func `a value that JSON cannot hold is refused before it is sent`() async throws {
        let server = ScriptedServer(inOrder: [])
        var options = ClientOptions()
        options.checksRules = false
        let client = try server.client(options: options)
        await #expect(throws: ClientError.notEncodable("DiaryEntriesUpdate")) {
            try await client.send(DiaryEntriesUpdate(id: id, grams: .infinity))
        }
        #expect(server.requests.isEmpty)
    }

    @Test func `a contract of the bus has no route`() async throws {
        let client = try ScriptedServer(inOrder: []).client()
        await #expect(throws: ClientError.noRoute("profile.missing")) { try await client.send(ProfileMissing()) }
    }

    @Test func `rules are checked before a request is sent`() async throws {
        let server = ScriptedServer(inOrder: [])
        let client = try server.client()
        let problem = await #expect(throws: MealwireProblem.self) {
            try await client.send(CatalogSearch(q: "", limit: 1_000))
        }
        #expect(problem?.code == .invalid)
        #expect(problem?.fieldErrors.map(\.field).sorted() == ["limit", "q"])
        #expect(problem?.traceId == nil)
        #expect(server.requests.isEmpty)
    }

    @Test func `every special route of the interface has a method here`() {
        let uploads = [
            "/v1/profile/image", "/v1/foods/{id}/image", "/v1/diary/entries/{id}/image", "/v1/diary/imports",
        ]
        let images = [
            "/v1/profile/image/{id}", "/v1/foods/image/{id}", "/v1/diary/image/{id}",
            "/v1/foods/{id}/picture",
        ]
        let composed = ["/v1/start", "/v1/foods/offline", "/v1/admin/system", "/v1/meta"]
        let known = Set(uploads + images + composed + ["/v1/diary/export", "/v1/account/exports/{id}", "/v1/events"])
        #expect(Set(SpecialRoutes.all.map(\.path).filter { $0.hasPrefix("/v1/") }) == known)
        #expect(DiaryFileFormat.allCases.map(\.rawValue) == DiaryExport.Format.allCases.map(\.rawValue))
    }
}

extension ScriptedServer {
    func client(options: ClientOptions) throws -> MealwireClient {
        try client(.memory(StoredSession(session: Samples.session(1))), FakeTime(), options)
    }
}
