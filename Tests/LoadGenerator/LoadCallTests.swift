import CommandSupport
import Contracts
import LoadGenerator
import Testing

@Suite struct LoadCallTests {
    private let call = LoadCall(
        DiaryEntriesPut.method,
        "PUT",
        "/v1/diary/entries/{id}/x",
        [
            .path("id", "a b"), .query("q", "ข้าว & rice"), .query("limit", 20), .body("meal", "lunch"),
            .body("grams", json: "12.5"), .body("name", #"say "cheese"\"#),
        ]
    )

    @Test func `HTTP requests put fields into path, query and body`() {
        let rice = "%E0%B8%82%E0%B9%89%E0%B8%B2%E0%B8%A7%20%26%20rice"
        #expect(call.address == "/v1/diary/entries/a%20b/x?q=\(rice)&limit=20")
        #expect(call.body == #"{"meal":"lunch","grams":12.5,"name":"say \"cheese\"\\"}"#)
    }

    @Test func `queue messages put all fields into one payload`() {
        let expected =
            #"{"id":"a b","q":"ข้าว & rice","limit":20,"meal":"lunch","grams":12.5,"name":"say \"cheese\"\\"}"#
        #expect(call.payload == expected)
    }

    @Test func `reads and removals have no body`() {
        for verb in ["GET", "DELETE"] {
            #expect(LoadCall(DiaryDayGet.method, verb, "/x", [.path("date", "today")]).body == nil)
        }
        #expect(LoadCall(DiaryCartCheckout.method, "POST", "/x").body == "{}")
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
