import Contracts
import Gateway
import Testing

struct EntityTagTests {
    @Test func `a strong tag of one version and the asterisk are accepted`() throws {
        #expect(try EntityTag(ifMatch: nil) == nil)
        #expect(try EntityTag(ifMatch: "*") == .any)
        #expect(try EntityTag(ifMatch: "\"0\"") == .version(0))
        #expect(try EntityTag(ifMatch: "\"12\"") == .version(12))
    }

    @Test(arguments: [
        "", "\"", "\"\"", "3", "\"3", "3\"", "1\"2", "\"1\"2\"", "W/\"3\"", "\"+3\"", "\"-3\"", "\"03\"", "\"3 \"",
        "\"x\"",
        "\"1\", \"2\"", "\"*\"", "*, *", "\"99999999999999999999\"", "\"\u{663}\"", "'3'",
    ])
    func `any other text is refused with an error that names the header`(text: String) {
        let error = #expect(throws: ServiceError.self) { try EntityTag(ifMatch: text) }
        #expect(error?.code == .malformed)
        #expect(error?.details.map(\.field) == ["If-Match"])
        #expect(error?.details.map(\.code) == [.wrongFormat])
    }
}
