import Calendar
import CommandSupport
import Contracts
import LoadGenerator
import MealwireClient
import Testing

extension LoadCall {
    /// The path and query of the HTTP request.
    var address: String? { http?.address }

    /// The body of the HTTP request.
    var body: String? { http?.body.map { String(decoding: $0, as: UTF8.self) } }
}

@Suite struct LoadCallTests {
    private static let entry = EntryID.make()

    @Test func `HTTP requests put fields into path, query and body`() {
        let search = LoadCall(CatalogSearch(q: "ข้าว & rice", limit: 20))
        #expect(search.http?.verb == .get)
        #expect(search.address == "/v1/foods?q=%E0%B8%82%E0%B9%89%E0%B8%B2%E0%B8%A7%20%26%20rice&limit=20")
        #expect(search.body == nil)
        let put = LoadCall(
            DiaryEntriesPut(
                id: Self.entry,
                date: .today,
                meal: .lunch,
                amount: EntryAmount(name: #"say "cheese"\"#, kcal: 12.5)
            )
        )
        #expect(put.http?.verb == .put)
        #expect(put.address == "/v1/diary/entries/\(Self.entry)")
        #expect(put.body == #"{"date":"today","meal":"lunch","name":"say \"cheese\"\\","kcal":12.5}"#)
    }

    @Test func `queue messages put all fields into one payload`() throws {
        let call = LoadCall(DiaryEntriesUpdate(id: Self.entry, grams: 12.5), action: 3, person: 1)
        #expect(call.method == DiaryEntriesUpdate.method)
        #expect(call.action == 3 && call.person == 1)
        let request = try PayloadCoder.decode(DiaryEntriesUpdate.self, from: call.payload)
        #expect(request.id == Self.entry && request.grams == 12.5)
    }

    @Test func `reads and removals have no body`() {
        #expect(LoadCall(DiaryDayGet(date: .today)).body == nil)
        #expect(LoadCall(DiaryEntriesRemove(id: Self.entry)).body == nil)
        #expect(LoadCall(DiaryEntriesRemove(id: Self.entry)).http?.verb == .delete)
        #expect(LoadCall(DiaryCartGet()).address == "/v1/diary/cart")
    }

    @Test func `a call with JSON is only for the queue, unless it has a route`() {
        let call = LoadCall(CalculatorTarget.method, json: #"{"age":1}"#)
        #expect(call.http == nil)
        #expect(call.payload == Array(#"{"age":1}"#.utf8))
        let ping = LoadCall(CalculatorTarget.method, route: SpecialRoutes.isAlive)
        #expect(ping.address == "/health/live")
        #expect(ping.payload == Array("{}".utf8))
    }
}

@Suite struct LoadTargetTests {
    @Test(arguments: [
        ("http://127.0.0.1:8080", "127.0.0.1", 8_080, true), ("http://localhost/", "localhost", 80, true),
        ("http://[::1]:9000", "::1", 9_000, true), ("http://127.8.9.1", "127.8.9.1", 80, true),
        ("http://meals.example.org:8080", "meals.example.org", 8_080, false),
        ("http://10.0.0.1", "10.0.0.1", 80, false),
        ("http://127.0.0.1.example.org", "127.0.0.1.example.org", 80, false), ("http://127.1", "127.1", 80, false),
        ("http://128.0.0.1", "128.0.0.1", 80, false),
    ])
    func `an address is parsed into host and port, and loopback is recognized`(
        url: String,
        host: String,
        port: Int,
        isLoopback: Bool
    ) throws {
        let target = try LoadTarget(url)
        #expect(target.host == host)
        #expect(target.port == port)
        #expect(target.isLoopback == isLoopback)
    }

    @Test func `an IPv6 host keeps its brackets in requests`() throws {
        #expect(try LoadTarget("http://[::1]:9000").authority == "[::1]:9000")
    }

    @Test(arguments: [
        "https://127.0.0.1", "127.0.0.1:8080", "http://", "http://:80", "http://host:0", "http://host:65536",
        "http://host:x", "http://host/path", "http://me@host", "http://[::1]x", "http://host?a=b", "http://host:1:2",
    ])
    func `an invalid address is refused with a message`(url: String) {
        let failure = #expect(throws: CommandFailure.self) { try LoadTarget(url) }
        #expect(failure?.description.hasPrefix("--url is \(url), but must") == true)
    }
}
