import Calendar
import Contracts
import Foundation
import HTTPServer
import TestSupport
import Testing

extension SystemTests {
    /// Live hints about changes on other devices, through failures of the stack.
    struct Live {
        private static let profile =
            #""sex":"female","heightCm":170,"weightKg":60,"activityLevel":"light","goal":"keep""#
        private static let entry = #"{"meal":"snack","name":"Biscuit","kcal":150}"#
        private static let rounds = 5
        /// Gateways that poll once an hour, so that only beacons can inform them of changes.
        private static func byBeacon(_ directory: String) -> [String: [String]] {
            let slow = ["--beacon-poll-s", "3600"]
            return ["gateway": slow, "gateway-2": slow]
        }
        private static let streamsOfUser = 8

        /// Password hashing of minimal cost, for tests with many registrations.
        private static func cheapPasswords(_ directory: String) -> [String: [String]] {
            ["auth": ["--auth-argon2-memory-mib", "7", "--auth-argon2-passes", "1"]]
        }

        private func openStream(
            _ user: User,
            at http: HTTPClient,
            after lastID: String? = nil
        ) async throws -> LiveClient {
            var headers = ["Authorization": "Bearer \(user.session.accessToken)", "Accept": "text/event-stream"]
            headers["Last-Event-ID"] = lastID
            let client = try LiveClient(port: http.port, headers: headers)
            try await eventually("the stream begins") {
                client.read()
                return !client.messages.isEmpty
            }
            return client
        }

        private func write(_ user: User, at http: HTTPClient, _ day: String = "today") async throws {
            let client = http.with(token: user.session.accessToken)
            let answer = try await client.post("/v1/diary/days/\(day)/entries", Self.entry)
            guard answer.status == 201 else { throw UnexpectedAnswer(answer) }
        }

        private func hints(_ client: LiveClient, _ kind: LiveHint.Kind) throws -> [LiveHint] {
            client.read()
            return try client.events.filter { $0.event == "hint" }
                .map { try JSONDecoder().decode(LiveHint.self, from: Data(($0.data ?? "").utf8)) }
                .filter { $0.kind == kind }
        }

        /// Writes an entry, and waits until another device receives the hint.
        private func expectHint(_ user: User, from http: HTTPClient, to client: LiveClient)
            async throws
        {
            let known = try hints(client, .day).count
            try await write(user, at: http)
            try await eventually("the other device receives the hint") { try hints(client, .day).count > known }
        }

        @Test func `a device receives hints about another device's writes by the beacon alone, over two gateways`()
            async throws
        {
            try await StackFixture.run(arguments: Self.byBeacon) { stack in
                let second = try await stack.startSecondGateway()
                let anna = try await User.register(stack, "Anna", Self.profile)
                let benjamin = try await User.register(stack, "Benjamin", Self.profile)
                let there = try await openStream(anna, at: second)
                let here = try await openStream(anna, at: stack.http)
                let others = try await openStream(benjamin, at: second)
                for _ in 0..<Self.rounds {
                    try await expectHint(anna, from: stack.http, to: there)
                    try await expectHint(anna, from: second, to: here)
                }
                let change = try await anna.http.patch("/v1/profile", #"{"name":"Anna Maria"}"#)
                #expect(change.status == 200)
                let target = try await anna.http.post("/v1/profile/targets", #"{"dailyKcal":1900}"#)
                #expect(target.status == 200)
                try await eventually("hints about profile and target arrive") {
                    try !hints(there, .profile).isEmpty && !hints(there, .target).isEmpty
                }
                // Benjamin may receive hints about his own registration, but none about Anna's entries.
                #expect(try hints(others, .day).isEmpty)
            }
        }

        @Test func `only the members of a group receive its hints`() async throws {
            try await StackFixture.run { stack in
                let anna = try await User.register(stack, "Anna", Self.profile)
                let benjamin = try await User.register(stack, "Benjamin", Self.profile)
                let stranger = try await User.register(stack, "Sofia", Self.profile)
                let group: LeaderboardGroup = try await anna.http.post("/v1/groups", #"{"name":"Team"}"#).decode()
                let (member, other) = (
                    try await openStream(anna, at: stack.http),
                    try await openStream(stranger, at: stack.http)
                )
                func versions() throws -> [Int] {
                    try hints(member, .group).filter { $0.id == group.id.description }.map(\.version)
                }
                let join = try await benjamin.http.post("/v1/groups/join", #"{"code":"\#(group.code)"}"#)
                #expect(join.status == 200)
                try await eventually("a member receives a hint about the new member") { try !versions().isEmpty }
                let known = try versions().count
                let leave = try await benjamin.http.delete("/v1/groups/\(group.id)/members/\(benjamin.session.user.id)")
                #expect(leave.status == 204)
                try await eventually("a member receives a hint about the departure") {
                    try versions().count > known
                }
                #expect(try versions() == versions().sorted())
                #expect(try hints(other, .group).isEmpty)
            }
        }

        @Test func `killing the diary, the broker or a gateway loses no hint`() async throws {
            try await StackFixture.run { stack in
                let second = try await stack.startSecondGateway()
                let user = try await User.register(stack, "Anna", Self.profile)
                let client = try await openStream(user, at: stack.http)
                for name in ["diary", "broker"] {
                    try stack.kill(name)
                    try stack.start(name)
                    try await stack.waitUntilReady()
                    try await expectHint(user, from: stack.http, to: client)
                }
                // A broken stream resumes with the missed hints at the same gateway, and with a reset at another one.
                let last = try #require(client.lastID)
                try await write(user, at: second)
                let again = try await openStream(user, at: stack.http, after: last)
                try await eventually("the missed hint arrives") { try !hints(again, .day).isEmpty }
                try stack.kill("gateway")
                try await write(user, at: second)
                let elsewhere = try await openStream(user, at: second, after: last)
                try await eventually("the other gateway sends a reset") {
                    elsewhere.read()
                    return elsewhere.events.first?.event == "reset"
                }
                try await expectHint(user, from: second, to: elsewhere)
                try stack.start("gateway")
                try await stack.waitUntilReady()
                let anew = try await openStream(user, at: stack.http, after: last)
                try await eventually("the restarted gateway sends a reset") {
                    anew.read()
                    return anew.events.first?.event == "reset"
                }
            }
        }

        @Test func `a stream ends with its session by the beacon alone, and when its gateway stops`() async throws {
            try await StackFixture.run(arguments: Self.byBeacon) { stack in
                let second = try await stack.startSecondGateway()
                let user = try await User.register(stack, "Anna", Self.profile)
                for _ in 0..<Self.rounds {
                    let json = #"{"email":"\#(user.session.user.email)","password":"1234567A"}"#
                    let session = try await stack.http.post("/v1/auth/login", json).decode(Session.self)
                    let device = try User(http: stack.http.with(token: session.accessToken), session: session)
                    let client = try await openStream(device, at: second)
                    #expect(try await device.http.post("/v1/auth/logout", "{}").status == 204)
                    try await eventually("the stream ends") {
                        client.read()
                        return client.hasEnded
                    }
                }

                let client = try await openStream(user, at: second)
                // Waits for the process to exit, which it does without waiting for clients.
                try stack.end("gateway-2")
                client.read()
                #expect(client.hasEnded)
            }
        }

        @Test func `a personal access token receives hints until it is revoked`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let expiry = Timestamp.text(Date() + 86_400)
                let json = #"{"name":"Script","scopes":["diary:read"],"expiresAt":"\#(expiry)"}"#
                let made = try await user.http.post("/v1/auth/tokens", json).decode(AuthTokensMake.Reply.self)
                let client = try LiveClient(port: stack.port, headers: ["Authorization": "Bearer \(made.token)"])
                try await eventually("the stream begins") {
                    client.read()
                    return !client.messages.isEmpty
                }
                try await expectHint(user, from: stack.http, to: client)
                let list = try await user.http.get("/v1/auth/tokens").decode(AuthTokensList.Reply.self)
                let id = try #require(list.items.first).id
                #expect(try await user.http.delete("/v1/auth/tokens/\(id)").status == 204)
                try await eventually("the stream ends") {
                    try await write(user, at: stack.http)
                    client.read()
                    return client.hasEnded
                }
            }
        }

        @Test func `a thousand streams at one gateway all receive their hints`() async throws {
            DescriptorLimit.raise()
            try await StackFixture.run(arguments: Self.cheapPasswords) { stack in
                var users: [User] = []
                for number in 0..<(1_000 / Self.streamsOfUser) {
                    users.append(try await User.register(stack, "User\(number)", Self.profile))
                }
                var clients: [LiveClient] = []
                for user in users {
                    for _ in 0..<Self.streamsOfUser {
                        let headers = ["Authorization": "Bearer \(user.session.accessToken)"]
                        clients.append(try LiveClient(port: stack.port, headers: headers))
                    }
                }
                try await eventually("a thousand streams are open") {
                    for client in clients where client.messages.isEmpty { client.read() }
                    return clients.allSatisfy { !$0.messages.isEmpty }
                }
                for user in users { try await write(user, at: stack.http) }
                var waiting = clients
                try await eventually("all streams have received their hints") {
                    try waiting.removeAll { try !hints($0, .day).isEmpty }
                    return waiting.isEmpty
                }
                // One stream more than a user may have is refused.
                let user = try #require(users.first)
                let headers = ["Authorization": "Bearer \(user.session.accessToken)"]
                let ninth = try LiveClient(port: stack.port, headers: headers)
                try await eventually("the ninth is refused") {
                    ninth.read()
                    return ninth.status == 429
                }
            }
        }
    }
}
