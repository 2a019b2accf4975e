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
