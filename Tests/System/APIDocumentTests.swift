import Contracts
import Foundation
import Testing

extension SystemTests {
    /// The documents about the HTTP interface that a gateway serves.
    struct APIDocuments {
        @Test func `the OpenAPI document is served in both forms, and describes itself`() async throws {
            try await StackFixture.run { stack in
                let json = try await stack.http.get("/openapi.json")
                #expect(json.status == 200)
                #expect(json.header("Content-Type") == "application/json")
                let document = try #require(JSONSerialization.jsonObject(with: json.body) as? [String: Any])
                #expect(document["openapi"] as? String == "3.1.0")
                #expect((document["info"] as? [String: Any])?["version"] as? String == Release.version)
                let paths = try #require(document["paths"] as? [String: Any])
                #expect(paths["/openapi.json"] != nil && paths["/v1/diary/days/{date}/entries"] != nil)

                let yaml = try await stack.http.get("/openapi.yaml")
                #expect(yaml.header("Content-Type") == "application/yaml")
                let tag = try #require(yaml.header("ETag"))
                let again = try await stack.http.send("GET", "/openapi.yaml", nil, ["If-None-Match": tag])
                #expect(again.status == 304)
                #expect(again.body.isEmpty)
            }
        }

        @Test func `the page of the interface loads nothing`() async throws {
            try await StackFixture.run { stack in
                let page = try await stack.http.get("/docs")
                #expect(page.status == 200)
                #expect(page.header("Content-Type") == "text/html; charset=utf-8")
                #expect(
                    page.header("Content-Security-Policy")?.hasPrefix("default-src 'none'; style-src 'sha256-") == true
                )
                let text = String(decoding: page.body, as: UTF8.self)
                #expect(text.contains("/v1/") && !text.contains("<script"))
            }
        }
    }
}
