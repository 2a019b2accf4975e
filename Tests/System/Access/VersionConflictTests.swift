import Foundation
import Gateway
import TestSupport
import Testing

extension SystemTests {
    /// Conditional requests with an outdated version.
    struct VersionConflicts {
        /// A version that no resource of the tests reaches.
        private static let tag = #""999999""#
        /// Creates the entry that the path names.
        ///
        /// The matrix names an entry that does not exist, so there is no version.
        private static let createRoute = "PUT /v1/diary/entries/{id}"
        /// Take an image; the matrix sends another type, which is refused first.
        private static let uploads: Set<String> = ["PUT /v1/foods/{id}/image", "PUT /v1/diary/entries/{id}/image"]

        @Test func `each route with If-Match answers an outdated version with 412, the resource and its version`()
            async throws
        {
            #expect(try await check { $0.resource != .plan } > 10)
        }

        @Test(.needsSolver)
        func `each route of a plan with If-Match answers an outdated version with 412, the plan and its version`()
            async throws
        {
            #expect(try await check { $0.resource == .plan } > 1)
        }

        /// Calls the routes with `If-Match` that fulfil a condition; returns their number.
        private func check(_ condition: (AccessRule) -> Bool) async throws -> Int {
            let versioned = try ListedRoute.all(logger: .silent).filter(\.takesVersion)
            let rules = try versioned.map { route in
                let text = AccessAudit.text(route)
                return (text, try #require(AccessMatrix.rules.first { $0.route == text }, "\(text)"))
            }.filter { condition($0.1) }
            try await StackFixture.run { stack in
                let fixture = try await AccessFixture(stack)
                for (text, rule) in rules {
                    let id = try await fixture.id(of: rule.resource)
                    let client = try await fixture.client(rule.audience == .staff ? .admin : .owner, for: rule)
                    let isUpload = Self.uploads.contains(text)
                    let headers = (isUpload ? [:] : rule.headers).merging(["If-Match": Self.tag]) { $1 }
                    let address = rule.address(of: id)
                    let answer =
                        isUpload
                        ? try await client.send(rule.method, address, try TestPicture.file(), "image/png", headers)
                        : try await client.send(rule.method, address, rule.body, headers)
                    #expect(answer.status == 412, "\(text): \(UnexpectedAnswer(answer))")
                    let problem = try JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
                    if text == Self.createRoute {
                        #expect(problem?["current"] is NSNull && answer.header("ETag") == nil, "\(text)")
                        continue
                    }
                    let current = problem?["current"] as? [String: Any]
                    let version = (problem?["params"] as? [String: String])?["currentVersion"]
                    #expect((current?["version"] as? Int).map { "\($0)" } == version, "\(text)")
                    #expect(version != nil && answer.header("ETag") == version.map { "\"\($0)\"" }, "\(text)")
                }
            }
            return rules.count
        }
    }
}
