import ContractDocuments
import Contracts
import Gateway
import HTTPServer
import HTTPTypes
import Testing

struct PayloadTests {
    private static func payload(_ body: String?, _ fields: [(String, String, BoundRoute.TextKind)]) throws -> String {
        let fields = try fields.map { try PayloadBuilder.Field($0.0, $0.1, $0.2) }
        return String(
            decoding: try PayloadBuilder.payload(body: body.map { Array($0.utf8) }, fields: fields),
            as: UTF8.self
        )
    }

    @Test func `a body without parameters is forwarded unchanged, even if invalid`() throws {
        #expect(try Self.payload("no json", []) == "no json")
        #expect(try Self.payload("", []) == "{}")
        #expect(try Self.payload(nil, []) == "{}")
    }

    @Test func `parameters are added to a body`() throws {
        #expect(try Self.payload(nil, [("q", "a \"b\" \\ ї\n", .text)]) == #"{"q":"a \"b\" \\ ї\u000a"}"#)
        #expect(try Self.payload(nil, [("limit", "5", .wholeNumber)]) == #"{"limit":5}"#)
        #expect(try Self.payload(" {\"a\":1} ", [("id", "x", .text)]) == #"{"id":"x","a":1}"#)
        #expect(try Self.payload("{}", [("id", "x", .text)]) == #"{"id":"x"}"#)
        #expect(try Self.payload(#"{"a":{"id":[1,"}"]}}"#, [("id", "x", .text)]) == #"{"id":"x","a":{"id":[1,"}"]}}"#)
    }

    @Test(arguments: ["[1]", "{\"a\":1", "{\"a\":1}}", "{},{}", "{\"a\":\"", "1", "{]"])
    func `a body that is no object is refused beside parameters`(body: String) {
        let error = #expect(throws: ServiceError.self) { try Self.payload(body, [("id", "x", .text)]) }
        #expect(error?.code == .malformed)
    }

    @Test func `a body with the name of a parameter is refused`() {
        let error = #expect(throws: ServiceError.self) { try Self.payload(#"{"id":"y"}"#, [("id", "x", .text)]) }
        #expect(error?.details.map(\.field) == ["id"])
    }

    @Test(arguments: [#"{"\u0069d":"y"}"#, #"{"a":1,"i\u0064":"y"}"#, #"{"\u0069\u0064" : "y"}"#])
    func `a body with the escaped name of a parameter is refused`(body: String) {
        let error = #expect(throws: ServiceError.self) { try Self.payload(body, [("id", "x", .text)]) }
        #expect(error?.details.map(\.field) == ["id"])
    }

    @Test(arguments: [#"{"a":1,"a":2}"#, #"{"a":1,"b":{"a":3},"\u0061":2}"#])
    func `a body with a duplicate key is refused beside parameters`(body: String) {
        let error = #expect(throws: ServiceError.self) { try Self.payload(body, [("id", "x", .text)]) }
        #expect(error?.code == .malformed)
        #expect(error?.details.map(\.field) == ["a"])
    }

    @Test(arguments: [#"{"\uD800":1}"#, #"{"\x":1}"#, #"{"\u00":1}"#])
    func `a key with an invalid escape is refused beside parameters`(body: String) {
        let error = #expect(throws: ServiceError.self) { try Self.payload(body, [("id", "x", .text)]) }
        #expect(error?.code == .malformed)
    }

    @Test func `an invalid number is named in the error`() {
        let error = #expect(throws: ServiceError.self) { try Self.payload(nil, [("limit", "5x", .wholeNumber)]) }
        #expect(error?.details.map(\.code) == [.wrongType])
    }

    @Test func `every error code has an HTTP error status`() {
        for code in ErrorCode.allCases { #expect((400...599).contains(code.httpStatus.code)) }
        #expect(ErrorCode.unavailable.httpStatus.code == 503)
        #expect(ErrorCode.diskFull.httpStatus.code == 507)
    }
}
