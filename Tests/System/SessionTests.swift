import Contracts
import Foundation
import MealwireClient
import Testing

extension SystemTests {
    /// Sessions of one user on several devices.
    struct Sessions {
        private static let profile = #""sex":"female","heightCm":170,"weightKg":60"#

        private func refresh(_ stack: StackFixture, _ user: User) async throws -> Int {
            let json = #"{"refreshToken":"\#(user.session.refreshToken)"}"#
            return try await stack.http.post("/v1/auth/refresh", json).status
        }

        @Test func `devices are listed by User-Agent, and their sessions end one by one or all but the current one`()
            async throws
        {
            try await StackFixture.run { stack in
                let first = try await User.register(stack, "Anna", Self.profile)
                let phone = try await first.signIn(stack, "1234567A", on: "Phone/1.0")
                let tablet = try await first.signIn(stack, "1234567A", on: "Tablet \"2\"")
                let list = try await phone.client.send(AuthSessionsList(limit: 2))
                #expect(list.items.map(\.device) == ["Tablet \"2\"", "Phone/1.0"])
                #expect(list.items.map(\.isCurrent) == [false, true])
                #expect(list.nextCursor != nil)

                let end = AuthSessionsEnd(id: list.items[0].id)
                let stranger = try await User.register(stack, "Benjamin", Self.profile)
                let foreign = await #expect(throws: MealwireProblem.self) { try await stranger.client.send(end) }
                #expect(foreign?.code == .notFound)
                try await phone.client.send(end)
                let ended = await #expect(throws: MealwireProblem.self) { try await phone.client.send(end) }
                #expect(ended?.code == .notFound)
                #expect(try await refresh(stack, tablet) == 401)
                try await phone.client.send(AuthSessionsEndOthers())
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
                let phone = try await first.signIn(stack, "1234567A", on: "Phone/1.0")
                func change(_ current: String) -> AuthPasswordChange {
                    AuthPasswordChange(
                        currentPassword: current,
                        password: "7654321Badger",
                        passwordConfirmation: "7654321Badger"
                    )
                }
                let wrong = await #expect(throws: MealwireProblem.self) {
                    try await phone.client.send(change("1234567B"))
                }
                #expect((wrong?.status, wrong?.code) == (401, .wrongCredentials))
                try await phone.client.send(change("1234567A"))
                #expect(try await refresh(stack, first) == 401)
                #expect(try await refresh(stack, phone) == 200)
                _ = try await first.signIn(stack, "7654321Badger", on: "Laptop")
            }
        }
    }
}
