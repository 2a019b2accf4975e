import Foundation
import Testing

/// The comparison of an answer's form with a recorded one.
struct AnswerFormTests {
    private static let problem = "application/problem+json"

    private func differences(
        _ body: String,
        status: Int = 200,
        headers: [String: String] = ["Content-Type": "application/json; charset=utf-8"],
        from recorded: RecordedAnswer
    ) throws -> [String] {
        let answer = HTTPClient.Answer(status: status, body: Data(body.utf8), headers: headers)
        return try AnswerForm(answer).differences(from: recorded)
    }

    private func recorded(_ fields: [String: String]) -> RecordedAnswer {
        RecordedAnswer(status: 200, mediaType: "application/json", fields: fields)
    }

    @Test func `an answer with more fields and headers than recorded suffices`() throws {
        let fields = ["": "object", "items": "array", "items[]": "object", "items[].id": "string"]
        let body = #"{"items":[{"id":"a","new":1}],"next":null}"#
        #expect(try differences(body, from: recorded(fields)).isEmpty)
    }

    @Test func `a missing field, another type and a possible null are differences`() throws {
        let fields = ["": "object", "a": "string", "b": "number", "c": "number"]
        #expect(
            try differences(#"{"b":"1","c":null}"#, from: recorded(fields)) == [
                "The field a is missing; it was string.", "The field b was number and is string.",
                "The field c was number and is null.",
            ]
        )
    }

    @Test func `a field that some elements lack is absent, which is a difference only if none lacked it before`() throws
    {
        let body = #"[{"a":1,"b":1},{"a":1}]"#
        #expect(
            try differences(body, from: recorded(["": "array", "[]": "object", "[].a": "number", "[].b": "number"]))
                == ["The field [].b was number and is absent|number."]
        )
        #expect(try differences(body, from: recorded(["[].b": "absent|number", "[].c": "absent|null"])).isEmpty)
    }

    @Test func `a field that was null may have any type`() throws {
        #expect(try differences(#"{"a":{"b":1}}"#, from: recorded(["a": "null"])).isEmpty)
        #expect(try differences(#"{}"#, from: recorded(["a": "null"])) == ["The field a is missing; it was null."])
    }

    @Test func `another status hides other differences and shows the body`() throws {
        let answer = RecordedAnswer(status: 201, mediaType: "application/json", headers: ["ETag"])
        #expect(try differences("{}", status: 404, from: answer) == ["The status was 201 and is 404: {}"])
    }

    @Test func `another media type and a missing header are differences`() throws {
        let answer = RecordedAnswer(status: 200, mediaType: "text/csv", headers: ["ETag"])
        let found = try differences("", headers: ["Content-Type": "text/html"], from: answer)
        #expect(found == ["The media type was text/csv and is text/html.", "The header ETag is missing."])
        #expect(try differences("", headers: ["Content-Type": "text/csv", "etag": "\"1\""], from: answer).isEmpty)
    }

    @Test func `code, parameters and errors of a problem must be as recorded; more are allowed`() throws {
        let answer = RecordedAnswer(
            status: 422,
            mediaType: Self.problem,
            code: "invalid",
            params: ["reason"],
            errors: ["name tooShort"]
        )
        func differences(_ body: String) throws -> [String] {
            try self.differences(body, status: 422, headers: ["Content-Type": Self.problem], from: answer)
        }
        let error = #"{"field":"name","code":"tooShort"},{"field":"age","code":"outOfRange"}"#
        let same = #"{"code":"invalid","params":{"reason":"x","more":"y"},"errors":[\#(error)]}"#
        #expect(try differences(same).isEmpty)
        #expect(
            try differences(#"{"code":"conflict","params":{},"errors":[{"field":"name","code":"missing"}]}"#) == [
                "The code was invalid and is conflict.", "The parameter reason of the problem is missing.",
                "The error name tooShort is missing; there are: name missing.",
            ]
        )
    }
}
