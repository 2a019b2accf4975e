import Contracts
import Foundation
import HTTPServer
import HTTPTypes
import Testing

struct ProblemTests {
    private struct Document: Decodable {
        struct Thing: Decodable, Equatable {
            var name: String
            var version: Int
        }

        var status: Int
        var code: String
        var params: [String: String]
        var current: Thing?
    }

    @Test func `a version conflict returns the current resource and its entity tag`() throws {
        let thing = ["name": "Soup"]
        var error = try ServiceError.versionMismatch("entry", seen: 1, current: thing, version: 2)
        error.current = JSONText(text: #"{"name":"}\"{","version":2}"#)
        let problem = Problem(error)
        let document = try JSONDecoder().decode(Document.self, from: Data(problem.bytes))
        #expect((document.status, document.code) == (412, "versionMismatch"))
        #expect(document.current == .init(name: "}\"{", version: 2))
        #expect(document.params == ["currentVersion": "2"])
        #expect(problem.headers[.eTag] == "\"2\"")
    }

    @Test func `a deleted resource is returned as null, without an entity tag`() throws {
        var error = ServiceError(.versionMismatch, "It is gone.")
        error.current = JSONText(text: "null")
        let problem = Problem(error)
        let object = try JSONSerialization.jsonObject(with: Data(problem.bytes)) as? [String: Any]
        #expect(object?["current"] is NSNull)
        #expect(problem.headers[.eTag] == nil)
    }

    @Test func `a problem lists each field with its code and parameters, with texts escaped`() throws {
        let text = "\"quoted\" \\ line\n \u{1} їжа \u{1F35A}"
        let field = FieldError("a.b", .outOfRange, text, params: ["min": "1", "max": "\"2\""])
        let bytes = Problem(ServiceError(.invalid, text, params: ["x": text], details: [field])).bytes
        let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? NSDictionary)
        let expected: NSDictionary = [
            "type": "about:blank", "title": "Unprocessable Content", "status": 422, "detail": text, "code": "invalid",
            "params": ["x": text],
            "errors": [
                ["field": "a.b", "code": "outOfRange", "params": ["min": "1", "max": "\"2\""], "message": text]
            ],
        ]
        #expect(object == expected)
    }

    @Test func `another problem has no current resource and no entity tag`() throws {
        let problem = Problem(ServiceError(.conflict, "No.", params: ["currentVersion": "2"]))
        let object = try JSONSerialization.jsonObject(with: Data(problem.bytes)) as? [String: Any]
        #expect(object?.keys.sorted() == ["code", "detail", "params", "status", "title", "type"])
        #expect(problem.headers[.eTag] == nil)
    }
}
