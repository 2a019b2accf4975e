import Contracts
import Gateway
import HTTPTypes
import Logging
import Testing

extension SystemTests {
    /// Who may do what, for every route that there is.
    struct Access {
        private static func routes() throws -> [ListedRoute] {
            try ListedRoute.all(logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        }

        private static func text(_ route: ListedRoute) -> String { "\(route.httpMethod.rawValue) \(route.path)" }

        @Test func `every route is in the matrix, and every row of it is a route`() throws {
            let routes = try Self.routes().map(Self.text)
            #expect(Set(routes).subtracting(AccessMatrix.rules.map(\.route)) == [])
            #expect(Set(AccessMatrix.rules.map(\.route)).subtracting(routes) == [])
            #expect(Set(routes).count == routes.count)
        }

        @Test func `no route leads to what is for the set's own processes or for who runs it`() throws {
            let others = try Self.routes().filter { $0.access != .anyone && $0.access != .user }
            #expect(others.map(Self.text) == [])
        }

        @Test func `every route says what the matrix says of it`() throws {
            for route in try Self.routes() {
                for rule in AccessMatrix.rules where rule.route == Self.text(route) {
                    #expect(route.access == (rule.isOpen ? .anyone : .user), "\(rule.route)")
                    #expect(route.scope == rule.scope, "\(rule.route)")
                }
            }
        }

        @Test func `a route for users names a scope, or is one of those that are closed to tokens`() throws {
            let users = try Self.routes().filter { $0.access == .user }
            #expect(Set(users.filter { $0.scope == nil }.map(Self.text)) == AccessMatrix.closedToTokens)
            #expect(users.isEmpty == false)
        }

        @Test func `everybody is let in where the matrix lets them in, and nowhere else`() async throws {
            try await SetFixture.run { set in
                let cast = try await AccessCast(set)
                for rule in AccessMatrix.rules { try await check(rule, cast) }
            }
        }

        /// What is refused leaves the thing for those who come next; what is granted may use it up.
        private func check(_ rule: AccessRule, _ cast: AccessCast) async throws {
            var unused: String?
            for caller in AccessCaller.allCases {
                if unused == nil { unused = try await cast.id(of: rule.thing) }
                guard let id = unused else { return }
                let client = try await cast.client(caller, for: rule)
                let answer = try await client.send(rule.method, rule.address(of: id), rule.body, rule.headers)
                let said = "\(caller): \(rule.route): \(UnexpectedAnswer(answer))"
                #expect(answer.status == rule.status(for: caller), "\(said)")
                if answer.status == rule.granted { unused = nil }
            }
        }
    }
}
