import Contracts
import Foundation
import Testing

extension SystemTests {
    /// Sessions of one user on several devices.
    struct Sessions {
        private static let profile = #""sex":"female","heightCm":170,"weightKg":60"#

        private func login(_ stack: StackFixture, _ user: User, _ password: String, on device: String) async throws
            -> User
        {
            let json = #"{"email":"\#(user.session.user.email)","password":"\#(password)"}"#
            let answer = try await stack.http.post("/v1/auth/login", json, ["User-Agent": device])
            guard answer.status == 200 else { throw UnexpectedAnswer(answer) }
            let session = try answer.decode(Session.self)
            return User(http: stack.http.with(token: session.accessToken), session: session)
        }

        private func refresh(_ stack: StackFixture, _ user: User) async throws -> Int {
            let json = #"{"refreshToken":"\#(user.session.refreshToken)"}"#
            return try await stack.http.post("/v1/auth/refresh", json).status
        }

        @Test func `devices are listed by User-Agent, and their sessions end one by one or all but the current one`()
            async throws
        {
            try await StackFixture.run { stack in
                let first = try await User.register(stack, "Anna", Self.profile)
                let phone = try await login(stack, first, "1234567A", on: "Phone/1.0")
                let tablet = try await login(stack, first, "1234567A", on: "Tablet \"2\"")
                let list = try await phone.http.get("/v1/auth/sessions?limit=2").decode(AuthSessionsList.Reply.self)
                #expect(list.items.map(\.device) == ["Tablet \"2\"", "Phone/1.0"])
                #expect(list.items.map(\.isCurrent) == [false, true])
                #expect(list.nextCursor != nil)

                let path = "/v1/auth/sessions/\(list.items[0].id)"
                let stranger = try await User.register(stack, "Benjamin", Self.profile)
                #expect(try await stranger.http.delete(path).status == 404)
                #expect(try await phone.http.delete(path).status == 204)
                #expect(try await phone.http.delete(path).status == 404)
                #expect(try await refresh(stack, tablet) == 401)
                #expect(try await phone.http.delete("/v1/auth/sessions").status == 204)
                #expect(try await refresh(stack, first) == 401)
                #expect(try await refresh(stack, phone) == 200)
                #expect(try await refresh(stack, stranger) == 200)
                #expect(try await stack.http.get("/v1/auth/sessions").status == 401)
            }
        }

        @Test func `a request body cannot name the device`() async throws {
            try await StackFixture.run { stack in
                let answer = try await stack.http.post(
                    "/v1/auth/login",
                    #"{"email":"anna@example.org","password":"1234567A","device":"Phone"}"#
                )
                #expect(answer.status == 400)
                #expect(try answer.problem.fields == ["device"])
            }
        }

        @Test func `a password change needs the current password and signs out the other devices`() async throws {
            try await StackFixture.run { stack in
                let first = try await User.register(stack, "Anna", Self.profile)
                let phone = try await login(stack, first, "1234567A", on: "Phone/1.0")
                func body(_ current: String) -> String {
                    #"{"currentPassword":"\#(current)","password":"7654321Badger","passwordConfirmation":"7654321Badger"}"#
                }
                let wrong = try await phone.http.send("PUT", "/v1/auth/password", body("1234567B"))
                #expect(wrong.status == 401)
                #expect(try wrong.problem.code == .wrongCredentials)
                #expect(try await phone.http.send("PUT", "/v1/auth/password", body("1234567A")).status == 204)
                #expect(try await refresh(stack, first) == 401)
                #expect(try await refresh(stack, phone) == 200)
                _ = try await login(stack, first, "7654321Badger", on: "Laptop")
            }
        }
    }
}
