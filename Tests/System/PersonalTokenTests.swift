import Calendar
import Contracts
import Foundation
import TestSupport
import Testing

extension SystemTests {
    /// Personal access tokens.
    struct PersonalTokens {
        private static let profile = #""sex":"female","heightCm":170,"weightKg":60"#
        private static let entry = #"{"meal":"snack","name":"Biscuit","kcal":150}"#

        private func make(_ user: User, _ scopes: [Scope]) async throws -> AuthTokensMake.Reply {
            let names = scopes.map { "\"\($0.rawValue)\"" }.joined(separator: ",")
            let expiresAt = Timestamp.text(Date() + 86_400)
            let body = #"{"name":"Scales","scopes":[\#(names)],"expiresAt":"\#(expiresAt)"}"#
            let answer = try await user.http.post("/v1/auth/tokens", body)
            guard answer.status == 201 else { throw UnexpectedAnswer(answer) }
            return try answer.decode()
        }

        @Test func `a token is limited to its scopes and rejected after its revocation`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let token = try await make(user, [.diaryRead, .diaryWrite])
                let reader = try await make(user, [.diaryRead, .foodsRead])
                let script = stack.http.with(token: token.token)
                #expect(try await script.post("/v1/diary/days/today/entries", Self.entry).status == 201)
                let day = try await script.get("/v1/diary/days/today").decode(DiaryDay.self)
                #expect(day.totals.kcal == 150)
                try await isRefused(stack.http.with(token: reader.token))

                let listed = try await user.http.get("/v1/auth/tokens").decode(AuthTokensList.Reply.self).items
                #expect(listed.map(\.id) == [reader.id, token.id])
                #expect(listed.allSatisfy { $0.lastUsedAt != nil })
                #expect(try await user.http.delete("/v1/auth/tokens/\(token.id)").status == 204)
                try await eventually("the revoked token is refused") {
                    try await script.get("/v1/diary/days/today").status == 401
                }
                #expect(try await stack.http.with(token: reader.token).get("/v1/diary/days/today").status == 200)
            }
        }

        /// Expects that a token that reads diary and foods is rejected on other routes.
        private func isRefused(_ reader: HTTPClient) async throws {
            #expect(try await reader.get("/v1/foods?q=banana").status == 200)
            let missing: [(Scope, HTTPClient.Answer)] = [
                (.diaryWrite, try await reader.post("/v1/diary/days/today/entries", Self.entry)),
                (.profileRead, try await reader.get("/v1/profile")),
                (.profileWrite, try await reader.patch("/v1/profile", #"{"weightKg":61}"#)),
                (.leaderboardRead, try await reader.get("/v1/leaderboard")),
            ]
            for (scope, answer) in missing {
                #expect(answer.status == 403)
                #expect(try answer.problem.detail.contains(scope.rawValue))
            }
        }

        @Test func `no token manages an account or creates tokens, whatever its scopes`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let token = try await make(user, Scope.allCases)
                let script = stack.http.with(token: token.token)
                #expect(try await script.get("/v1/profile").status == 200)
                let expiresAt = token.expiresAt
                let calls = [
                    ("GET", "/v1/auth/sessions", nil), ("DELETE", "/v1/auth/sessions", nil),
                    ("DELETE", "/v1/auth/sessions/\(UUIDv7.make())", nil), ("POST", "/v1/auth/logout", "{}"),
                    ("PUT", "/v1/auth/password", "{}"), ("GET", "/v1/auth/totp", nil),
                    ("POST", "/v1/auth/totp", #"{"password":"1234567A"}"#),
                    ("POST", "/v1/auth/totp/confirm", #"{"code":"123456"}"#),
                    ("DELETE", "/v1/auth/totp", #"{"password":"1234567A","code":"123456"}"#),
                    ("GET", "/v1/auth/tokens", nil), ("DELETE", "/v1/auth/tokens/\(token.id)", nil),
                    ("POST", "/v1/auth/tokens", #"{"name":"x","scopes":["diary:read"],"expiresAt":"\#(expiresAt)"}"#),
                    ("POST", "/v1/account/deletion", #"{"password":"1234567A"}"#),
                ]
                for (method, path, body) in calls {
                    #expect(try await script.send(method, path, body).status == 403, "\(method) \(path)")
                }
                #expect(try await user.http.get("/v1/auth/sessions").status == 200)
            }
        }

        @Test func `tokens end with their account, and invalid tokens are rejected`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let token = try await make(user, [.profileRead])
                let script = stack.http.with(token: token.token)
                #expect(try await script.get("/v1/profile").status == 200)
                let forged = PersonalTokenText.text(random: Array(repeating: UInt8(ascii: "x"), count: 32))
                for wrong in [forged, forged + "x", PersonalTokenText.prefix] {
                    #expect(try await stack.http.with(token: wrong).get("/v1/profile").status == 401)
                }
                let unknown = #"{"name":"x","scopes":["all"],"expiresAt":"\#(token.expiresAt)"}"#
                let answer = try await user.http.post("/v1/auth/tokens", unknown)
                #expect(answer.status == 400)
                let deletion = try await user.http.post("/v1/account/deletion", #"{"password":"1234567A"}"#)
                #expect(deletion.status == 202)
                // Auth rejects the token within a second. Until then, the profile may already be erased.
                try await eventually("the token is refused by auth") {
                    let answer = try await script.get("/v1/leaderboard")
                    return answer.status == 401
                }
            }
        }
    }
}
