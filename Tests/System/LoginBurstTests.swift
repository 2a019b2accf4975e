import Contracts
import Foundation
import TestSupport
import Testing

extension SystemFaultTests {
    /// Simultaneous sign-ins of many clients.
    struct LoginBursts {
        private static let profile = #""sex":"female","heightCm":170,"weightKg":60"#
        private static let clients = 40
        /// Below the connections that one client opens to a server, so that no request waits for another.
        private static let loginsOfEach = 5

        /// The answer to one sign-in.
        private struct Login: Sendable {
            let isKnown: Bool
            let status: Int
            let body: Data
            let retryAfter: String?

            init(_ answer: HTTPClient.Answer, isKnown: Bool) {
                self.isKnown = isKnown
                status = answer.status
                body = answer.body
                retryAfter = answer.header("Retry-After")
            }
        }

        private func body(_ email: String) -> String { #"{"email":"\#(email)","password":"1234567A"}"# }

        /// Sends 200 sign-ins at once, every fifth with an unknown address.
        private func burst(_ port: Int, _ email: String) async throws -> [Login] {
            try await withThrowingTaskGroup(of: Login.self) { group in
                for client in 0..<Self.clients {
                    let http = HTTPClient(port: port)
                    for number in 0..<Self.loginsOfEach {
                        let json = body(number == 0 ? "nobody-\(client)@example.org" : email)
                        group.addTask { Login(try await http.post("/v1/auth/login", json), isKnown: number != 0) }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        }

        /// Returns how often `auth` answered `ping` before the sign-ins were over.
        private func pings(_ stack: StackFixture, until isOver: () -> Bool) throws -> Int {
            var count = 0
            repeat {
                let outcome = try CommandLineTool.run(["call", "auth.ping", "--data", stack.directory])
                #expect(outcome.status == 0, "\(outcome.errors)")
                count += 1
            } while !isOver()
            return count
        }

        @Test func `each of 200 simultaneous sign-ins gets a correct answer, and so does a ping meanwhile`()
            async throws
        {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let (email, port, isOver) = (user.session.user.email, stack.port, Flag())
                let logins = Task {
                    defer { isOver.raise() }
                    return try await burst(port, email)
                }
                #expect(try pings(stack, until: { isOver.isRaised }) > 0)
                let answers = try await logins.value
                #expect(answers.count == Self.clients * Self.loginsOfEach)
                #expect(answers.contains { $0.status == 200 })
                for login in answers { try expectCorrect(login, user) }
                // Rejected clients can retry.
                #expect(try await stack.http.post("/v1/auth/login", body(email)).status == 200)
            }
        }

        private func expectCorrect(_ login: Login, _ user: User) throws {
            let decoder = JSONDecoder()
            if [429, 503].contains(login.status) {
                let seconds = try #require(login.retryAfter.flatMap(Int.init))
                #expect(seconds > 0)
                #expect(try !decoder.decode(HTTPClient.ProblemDocument.self, from: login.body).detail.isEmpty)
            } else if login.isKnown {
                try #require(login.status == 200, "\(String(decoding: login.body, as: UTF8.self))")
                #expect(try decoder.decode(Session.self, from: login.body).user == user.session.user)
            } else {
                #expect(login.status == 401)
                let problem = try decoder.decode(HTTPClient.ProblemDocument.self, from: login.body)
                #expect(problem.code == .wrongCredentials)
            }
        }
    }
}
