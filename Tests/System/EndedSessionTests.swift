import Contracts
import Foundation
import TestSupport
import Testing

extension SystemFaultTests {
    /// An access token must not outlive its session, at any gateway.
    struct EndedSessions {
        private static let profile = #""sex":"female","heightCm":170,"weightKg":60"#
        private static let rounds = 5
        /// Gateways that poll once an hour, so that only auth's beacon can inform them of ended sessions.
        private static func byBeacon(_ directory: String) -> [String: [String]] {
            let slow = ["--beacon-poll-s", "3600"]
            return ["gateway": slow, "gateway-2": slow]
        }

        private func signIn(_ user: User, at http: HTTPClient) async throws -> HTTPClient {
            let json = #"{"email":"\#(user.session.user.email)","password":"1234567A"}"#
            let answer = try await http.post("/v1/auth/login", json)
            guard answer.status == 200 else { throw UnexpectedAnswer(answer) }
            return http.with(token: try answer.decode(Session.self).accessToken)
        }

        /// Waits until a token is rejected.
        private func refusal(of client: HTTPClient, _ what: String) async throws {
            try await eventually(what, is: 401) { try await client.get("/v1/profile").status }
        }

        @Test func `a session ended at one gateway is rejected at another after the beacon alone`() async throws {
            try await StackFixture.run(arguments: Self.byBeacon) { stack in
                let second = try await stack.startSecondGateway()
                let user = try await User.register(stack, "Anna", Self.profile)
                for _ in 0..<Self.rounds {
                    let there = try await signIn(user, at: second)
                    let here = stack.http.with(token: there.token)
                    #expect(try await there.get("/v1/profile").status == 200)
                    #expect(try await here.post("/v1/auth/logout", "{}").status == 204)
                    try await refusal(of: there, "the second gateway refuses the token")
                    // Both gateways learn of it from auth, in any order.
                    try await refusal(of: here, "the gateway that ended the session refuses the token")
                    let answer = try await here.get("/v1/profile")
                    #expect(try answer.problem.code == .unauthenticated)
                }
                // Other sessions of the user go on.
                let mine = second.with(token: user.session.accessToken)
                #expect(try await mine.get("/v1/profile").status == 200)
            }
        }

        @Test func `a gateway that was frozen, killed or new rejects sessions that ended meanwhile`() async throws {
            try await StackFixture.run { stack in
                let second = try await stack.startSecondGateway()
                let user = try await User.register(stack, "Anna", Self.profile)
                let clients = [
                    try await signIn(user, at: second), try await signIn(user, at: second),
                    try await signIn(user, at: second),
                ]
                func end(_ client: HTTPClient) async throws {
                    let answer = try await stack.http.with(token: client.token).post("/v1/auth/logout", "{}")
                    #expect(answer.status == 204)
                }
                try stack.freeze("gateway-2", true)
                try await end(clients[0])
                try stack.freeze("gateway-2", false)
                try await refusal(of: clients[0], "the gateway that was frozen refuses")

                try stack.kill("gateway-2")
                try await end(clients[1])
                _ = try await stack.startSecondGateway()
                #expect(try await clients[1].get("/v1/profile").status == 401)

                // After auth restarts, its gateways know the sessions that ended before and after.
                try stack.kill("auth")
                try stack.start("auth")
                try await stack.waitUntilReady()
                try await end(clients[2])
                try await refusal(of: clients[2], "the second gateway refuses after auth has started again")
                for client in clients { #expect(try await client.get("/v1/profile").status == 401) }
                #expect(try await second.with(token: user.session.accessToken).get("/v1/profile").status == 200)
            }
        }

        @Test func `without auth a new gateway is not ready and rejects every token`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                try stack.kill("auth")
                // The running gateway goes on, because only auth ends sessions.
                #expect(try await user.http.get("/v1/profile").status == 200)
                try stack.kill("gateway")
                try stack.start("gateway")
                try await eventually("the gateway answers") {
                    try await stack.http.get("/health/live").status == 200
                }
                #expect(try await stack.http.get("/health/ready").status == 503)
                #expect(try await user.http.get("/v1/profile").status == 503)
                try stack.start("auth")
                try await stack.waitUntilReady()
                #expect(try await user.http.get("/v1/profile").status == 200)
            }
        }
    }
}
