import Contracts
import Foundation
import Testing

extension SystemTests {
    /// Public information about a server.
    struct Meta {
        @Test func `the privacy notice and the server's version and features are public`() async throws {
            func arguments(_ directory: String) -> [String: [String]] {
                ["gateway": ["--operator-name", "Ann & Bob"], "auth": ["--registration", "invitation"]]
            }
            try await StackFixture.run(arguments: arguments) { stack in
                let notice = try await stack.http.send("GET", "/legal/privacy", nil, ["Accept-Language": "uk"])
                #expect(notice.status == 200)
                #expect(notice.header("Content-Type") == "text/html; charset=utf-8")
                #expect(notice.header("Content-Language") == "uk")
                #expect(notice.header("Content-Security-Policy")?.hasPrefix("default-src 'none'") == true)
                #expect(String(decoding: notice.body, as: UTF8.self).contains("Ann &amp; Bob"))

                let answer = try await stack.http.get("/v1/meta")
                let meta = try #require(JSONSerialization.jsonObject(with: answer.body) as? [String: Any])
                #expect(meta["version"] as? String == Release.version)
                #expect(meta["registration"] as? String == "invitation")
                #expect(meta["languages"] as? [String] == ["en", "uk", "th"])
                let features = try #require(meta["features"] as? [String])
                let some = ["diary", "diary.entries", "diary.entries.add", "auth.exports.create", "auth.exports.get"]
                #expect(Set(features).isSuperset(of: some + ["auth.login", "auth.password.forgot"]))
                #expect(!features.contains { $0.contains("export.page") || $0 == "profile.missing" })
            }
        }
    }
}
