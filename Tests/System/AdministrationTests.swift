import ContractDocuments
import Contracts
import Foundation
import TestSupport
import Testing

extension SystemCommandTests {
    /// Administration of accounts, by command and over HTTP.
    struct Administration {
        private static let profile = #""sex":"female","heightCm":170,"weightKg":60"#

        private func admin(_ stack: StackFixture, _ arguments: String...) throws -> CommandLineTool.Outcome {
            try CommandLineTool.run(["admin"] + arguments + ["--data", stack.directory])
        }

        private func succeed(_ outcome: CommandLineTool.Outcome) throws -> String {
            try #require(outcome.status == 0, "\(outcome.errors)")
            return outcome.output
        }

        private func login(_ stack: StackFixture, _ email: String, _ password: String) async throws -> HTTPClient.Answer
        {
            try await stack.http.post("/v1/auth/login", #"{"email":"\#(email)","password":"\#(password)"}"#)
        }

        @Test func `the first admin is appointed by a command and disables and enables others over HTTP`() async throws
        {
            try await StackFixture.run { stack in
                let (anna, ben) = (
                    try await User.register(stack, "Anna", Self.profile),
                    try await User.register(stack, "Benjamin", Self.profile)
                )
                #expect(try await anna.http.get("/v1/admin/users").status == 403)
                #expect(try await stack.http.get("/v1/admin/users").status == 401)
                let email = anna.session.user.email
                #expect(try succeed(admin(stack, "users", "role", email, "admin")) == "\(email) is user, admin\n")
                let list = try await anna.http.get("/v1/admin/users?q=benj&state=enabled&limit=5")
                    .decode(AuthAdminUsersList.Reply.self)
                #expect(list.items.map(\.id) == [ben.session.user.id])

                let path = "/v1/admin/users/\(ben.session.user.id)"
                let disabled = try await anna.http.patch(path, #"{"disabled":true}"#)
                #expect(disabled.status == 200)
                #expect(try disabled.decode(AdminUser.self).disabled)
                try await eventually("the disabled user is rejected") {
                    try await ben.http.get("/v1/profile").status == 401
                }
                let refused = try await login(stack, ben.session.user.email, "1234567A")
                #expect(refused.status == 403)
                #expect(try refused.problem.code == .accountDisabled)
                let refresh = #"{"refreshToken":"\#(ben.session.refreshToken)"}"#
                #expect(try await stack.http.post("/v1/auth/refresh", refresh).status == 403)
                #expect(try await anna.http.patch(path, #"{"disabled":false,"roles":["staff"]}"#).status == 200)
                #expect(try await login(stack, ben.session.user.email, "1234567A").status == 200)

                let own = "/v1/admin/users/\(anna.session.user.id)"
                let last = try await anna.http.patch(own, #"{"roles":["user"]}"#)
                #expect(last.status == 409)
                #expect(try await anna.http.patch(own, #"{"roles":["king"]}"#).status == 400)
                let outcome = try admin(stack, "users", "disable", email)
                #expect(outcome.status == 1)
                #expect(outcome.errors.contains("last enabled admin"), "\(outcome.errors)")
            }
        }

        @Test func `a password reset by a command ends the sessions and works for one sign-in`() async throws {
            try await StackFixture.run { stack in
                let anna = try await User.register(stack, "Anna", Self.profile)
                let email = anna.session.user.email
                let printed = try succeed(admin(stack, "users", "reset-password", email))
                let password = try #require(printed.split(separator: "\n").first).description
                try await eventually("the sessions have ended") {
                    try await anna.http.get("/v1/profile").status == 401
                }
                #expect(try await login(stack, email, "1234567A").status == 401)
                #expect(try await login(stack, email, password).status == 200)
                #expect(try await login(stack, email, password).status == 401)
                let users = try succeed(admin(stack, "users", "list", "--query", "anna-"))
                #expect(users.split(separator: "\n").count == 2)
                #expect(users.contains(email) && users.contains("enabled"))
                let outcome = try admin(stack, "users", "reset-password", "nobody@example.org")
                #expect(outcome.errors.contains("There is no account"), "\(outcome.errors)")
            }
        }

        @Test func `with registration by invitation, each code creates one account`() async throws {
            func settings(_ directory: String) -> [String: [String]] { ["auth": ["--registration", "invitation"]] }
            try await StackFixture.run(arguments: settings) { stack in
                let meta = try await stack.http.get("/v1/meta")
                #expect(String(decoding: meta.body, as: UTF8.self).contains(#""registration":"invitation""#))
                func register(_ name: String, _ invitation: String) async throws -> HTTPClient.Answer {
                    let json = """
                        {"email":"\(name)@example.org","password":"1234567A","passwordConfirmation":"1234567A",\
                        "name":"\(name)"\(invitation)}
                        """
                    return try await stack.http.post("/v1/auth/register", json)
                }
                let missing = try await register("anna", "")
                #expect(missing.status == 403)
                #expect(try missing.problem.code == .invitationNeeded)
                let printed = try succeed(admin(stack, "invitations", "make", "--note", "for Anna"))
                let code = try #require(printed.split(separator: "\n").first)
                #expect(try await register("anna", #","invitation":"\#(code)""#).status == 201)
                #expect(try await register("benjamin", #","invitation":"\#(code)""#).status == 403)

                #expect(try succeed(admin(stack, "users", "role", "anna@example.org", "staff")).contains("staff"))
                let session = try await login(stack, "anna@example.org", "1234567A").decode(Session.self)
                let anna = stack.http.with(token: session.accessToken)
                let made = try await anna.post("/v1/admin/invitations", #"{"uses":2}"#)
                #expect(made.status == 201)
                let invitation = try made.decode(AuthAdminInvitationsMake.Reply.self)
                let path = "/v1/admin/invitations/\(invitation.invitation.id)"
                #expect(try await anna.delete(path).status == 204)
                let list = try succeed(admin(stack, "invitations", "list"))
                let states = list.split(separator: "\n").map { $0.split(separator: " ")[1] }
                #expect(states == ["STATE", "revoked", "usedUp"])
                let revoked = #","invitation":"\#(invitation.code)""#
                #expect(try await register("benjamin", revoked).status == 403)
            }
        }

        @Test func `after a key rotation old and new tokens are accepted without a gateway restart`() async throws {
            func settings(_ directory: String) -> [String: [String]] { ["auth": ["--auth-key-lead-minutes", "0"]] }
            try await StackFixture.run(arguments: settings) { stack in
                func kids() async throws -> [String] {
                    try await stack.http.get("/.well-known/jwks.json").decode(AuthKeys.Reply.self).keys.map(\.kid)
                }
                let before = try await User.register(stack, "Anna", Self.profile)
                let old = try await kids()
                let printed = try succeed(admin(stack, "keys", "rotate"))
                let both = try await kids()
                #expect(both.count == 2)
                #expect(Array(both.prefix(1)) == old)
                #expect(both.allSatisfy(printed.contains))
                let after = try await User.register(stack, "Benjamin", Self.profile)
                let kid = try #require(both.last)
                let header = try #require(after.session.accessToken.split(separator: ".").map(String.init).first)
                let padding = String(repeating: "=", count: (4 - header.count % 4) % 4)
                let base64 = header.replacing("-", with: "+").replacing("_", with: "/") + padding
                let bytes = try #require(Data(base64Encoded: base64))
                #expect(String(decoding: bytes, as: UTF8.self).contains(kid))
                for user in [before, after] { #expect(try await user.http.get("/v1/profile").status == 200) }
            }
        }

        @Test func `after a key rotation at once, gateways refuse tokens of the former key, and sessions go on`()
            async throws
        {
            try await StackFixture.run { stack in
                let anna = try await User.register(stack, "Anna", Self.profile)
                // The gateway has verified the token and stored the result.
                #expect(try await anna.http.get("/v1/profile").status == 200)
                let printed = try succeed(admin(stack, "keys", "rotate", "--at-once"))
                try await eventually("the token is refused", is: 401) {
                    try await anna.http.get("/v1/profile").status
                }
                let body = #"{"refreshToken":"\#(anna.session.refreshToken)"}"#
                let renewed = try await stack.http.post("/v1/auth/refresh", body).decode(Session.self)
                #expect(try await stack.http.with(token: renewed.accessToken).get("/v1/profile").status == 200)
                #expect(try await anna.http.get("/v1/profile").status == 401)
                let keys = try await stack.http.get("/.well-known/jwks.json").decode(AuthKeys.Reply.self).keys
                #expect(keys.count == 1 && printed.contains(keys[0].kid))
            }
        }

        @Test func `operator methods are forbidden to users`() async throws {
            try await StackFixture.run { stack in
                let anna = try await User.register(stack, "Anna", Self.profile)
                let id = anna.session.user.id.description
                for method in KnownMethods.all where method.access == .operator {
                    let outcome = try CommandLineTool.run([
                        "call", method.name, "{}", "--as", id, "--data", stack.directory,
                    ])
                    #expect(outcome.errors.contains("forbidden"), "\(method.name): \(outcome.errors)")
                }
                let wrong = try admin(stack, "users", "role", anna.session.user.email, "user")
                #expect(wrong.status != 0)
            }
        }
    }
}
