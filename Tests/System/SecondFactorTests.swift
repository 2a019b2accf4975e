import Contracts
import Foundation
import Testing

extension SystemTests {
    /// Sign-in with an authenticator app.
    struct SecondFactors {
        private static let profile = #""sex":"female","heightCm":170,"weightKg":60"#
        private static let password = #""password":"1234567A""#

        /// A problem document with its parameters.
        private struct Problem: Decodable {
            let code: ErrorCode
            let params: [String: String]
        }

        private func challenged(_ stack: StackFixture, _ user: User) async throws -> String {
            let login = #"{"email":"\#(user.session.user.email)",\#(Self.password)}"#
            let answer = try await stack.http.post("/v1/auth/login", login)
            #expect(answer.status == 401)
            let problem = try answer.decode(Problem.self)
            #expect(problem.code == .secondFactorRequired)
            return try #require(problem.params["challenge"])
        }

        private func enrol(_ user: User) async throws -> (secret: String, recoveryCodes: [String]) {
            let wrong = try await user.http.post("/v1/auth/totp", #"{"password":"1234567B"}"#)
            #expect(try wrong.problem.code == .wrongCredentials)
            let begun = try await user.http.post("/v1/auth/totp", "{\(Self.password)}")
            let secret = try begun.decode(AuthTotpBegin.Reply.self).secret
            let code = try AuthenticatorApp.code(secret)
            let confirmed = try await user.http.post("/v1/auth/totp/confirm", #"{"code":"\#(code)"}"#)
            #expect(confirmed.status == 200)
            return (secret, try confirmed.decode(AuthTotpConfirm.Reply.self).recoveryCodes)
        }

        @Test func `a code of the app or a recovery code signs in, and a recovery code switches the second factor off`()
            async throws
        {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let (secret, recoveryCodes) = try await enrol(user)
                #expect(recoveryCodes.count == 10)
                // The current code was already used to switch the second factor on.
                let code = try AuthenticatorApp.code(secret, 1)
                let challenge = try await challenged(stack, user)
                let body = #"{"challenge":"\#(challenge)","code":"\#(code)"}"#
                let answer = try await stack.http.post("/v1/auth/login/totp", body, ["User-Agent": "Phone/1.0"])
                #expect(answer.status == 200)
                let session = try answer.decode(Session.self)
                #expect(session.user == user.session.user)
                #expect(session.recoveryCodesLeft == nil)
                let list = try await stack.http.with(token: session.accessToken).get("/v1/auth/sessions")
                #expect(try list.decode(AuthSessionsList.Reply.self).items.first?.device == "Phone/1.0")
                #expect(try await stack.http.post("/v1/auth/login/totp", body).status == 401)

                try stack.end("auth")
                try stack.start("auth")
                try await stack.waitUntilReady()
                try await recover(stack, user, recoveryCodes)
            }
        }

        private func recover(_ stack: StackFixture, _ user: User, _ recoveryCodes: [String]) async throws {
            let challenge = try await challenged(stack, user)
            let body = #"{"challenge":"\#(challenge)","code":"\#(recoveryCodes[0])"}"#
            let answer = try await stack.http.post("/v1/auth/login/totp", body)
            #expect(try answer.decode(Session.self).recoveryCodesLeft == 9)
            let status = try await user.http.get("/v1/auth/totp").decode(AuthTotpStatus.Reply.self)
            #expect(status == .init(enabled: true, recoveryCodesLeft: 9))

            let used = #"{\#(Self.password),"code":"\#(recoveryCodes[0])"}"#
            #expect(try await user.http.send("DELETE", "/v1/auth/totp", used).status == 401)
            let removal = #"{\#(Self.password),"code":"\#(recoveryCodes[1])"}"#
            #expect(try await user.http.send("DELETE", "/v1/auth/totp", removal).status == 204)
            let login = #"{"email":"\#(user.session.user.email)",\#(Self.password)}"#
            #expect(try await stack.http.post("/v1/auth/login", login).status == 200)
        }
    }
}
