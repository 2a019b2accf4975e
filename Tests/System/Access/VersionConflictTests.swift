import Foundation
import Gateway
import Logging
import Testing

extension SystemTests {
    /// Changes of things that have changed since their writers saw them.
    struct VersionConflicts {
        /// No thing of a test ever gets there.
        private static let tag = #""999999""#
        /// Makes the entry that it names; the access matrix names one that is not there, so there is nothing to tell.
        private static let makesThings = "PUT /v1/diary/entries/{id}"

        @Test func `each route that takes If-Match answers 412 with the thing as it is and its version`() async throws {
            let routes = try ListedRoute.all(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
            let versioned = routes.filter(\.takesVersion)
            #expect(versioned.count > 10)
            try await StackFixture.run { stack in
                let cast = try await AccessCast(stack)
                for route in versioned {
                    let text = AccessAudit.text(route)
                    let rule = try #require(AccessMatrix.rules.first { $0.route == text }, "\(text)")
                    let id = try #require(try await cast.id(of: rule.thing), "\(text)")
                    let client = try await cast.client(rule.audience == .staff ? .admin : .owner, for: rule)
                    let headers = rule.headers.merging(["If-Match": Self.tag]) { $1 }
                    let answer = try await client.send(rule.method, rule.address(of: id), rule.body, headers)
                    #expect(answer.status == 412, "\(text): \(UnexpectedAnswer(answer))")
                    let problem = try JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
                    if text == Self.makesThings {
                        #expect(problem?["current"] is NSNull && answer.header("ETag") == nil, "\(text)")
                        continue
                    }
                    let current = problem?["current"] as? [String: Any]
                    let version = (problem?["params"] as? [String: String])?["currentVersion"]
                    #expect((current?["version"] as? Int).map { "\($0)" } == version, "\(text)")
                    #expect(version != nil && answer.header("ETag") == version.map { "\"\($0)\"" }, "\(text)")
                }
            }
        }
    }
}
