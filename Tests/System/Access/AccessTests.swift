import Contracts
import Gateway
import HTTPTypes
import TestSupport
import Testing

extension SystemTests {
    /// Access to every route.
    struct Access {
        private static func routes() throws -> [ListedRoute] {
            try ListedRoute.all(logger: .silent)
        }

        private static func audit(
            _ routes: [ListedRoute],
            _ rules: [AccessRule] = AccessMatrix.rules,
            closedToTokens: Set<String> = AccessMatrix.closedToTokens
        ) -> [String] {
            AccessAudit(routes: routes, rules: rules, closedToTokens: closedToTokens).findings
        }

        private static func route(
            _ path: String,
            _ access: Contracts.Method.Access = .user,
            _ scope: Scope? = .diaryRead
        ) -> ListedRoute {
            ListedRoute(httpMethod: .get, path: path, access: access, scope: scope)
        }

        @Test func `the gateway's routes, audiences and scopes equal the matrix`() throws {
            let routes = try Self.routes()
            #expect(routes.contains { $0.access == .user } && routes.contains { $0.access == .anyone })
            #expect(Self.audit(routes) == [])
        }

        @Test func `a route that is missing in the matrix is reported, for every route`() throws {
            let routes = try Self.routes()
            for missing in Set(AccessMatrix.rules.map(\.route)) {
                let rules = AccessMatrix.rules.filter { $0.route != missing }
                #expect(Self.audit(routes, rules) == ["\(missing) is not in the matrix"])
            }
        }

        @Test func `a route without the scope of the matrix is reported, for every route with a scope`() throws {
            let routes = try Self.routes()
            for (index, route) in routes.enumerated() where route.scope != nil {
                var without = routes
                without[index] = ListedRoute(
                    httpMethod: route.httpMethod,
                    path: route.path,
                    access: route.access,
                    scope: nil
                )
                let (findings, text) = (Self.audit(without), AccessAudit.text(route))
                #expect(findings.contains { $0.hasPrefix("\(text) needs the scope none") }, "\(text)")
                #expect(findings.contains("\(text) names no scope"), "\(text)")
            }
        }

        @Test func `each kind of difference between routes and matrix has its own message`() {
            let rules = [AccessRule("GET", "/a", .signedIn, scope: .diaryRead, granted: 200)]
            func audit(_ routes: [ListedRoute], closed: Set<String> = []) -> [String] {
                Self.audit(routes, rules, closedToTokens: closed)
            }
            #expect(audit([Self.route("/a")]) == [])
            #expect(audit([]) == ["GET /a is not a route"])
            #expect(audit([Self.route("/a"), Self.route("/a")]) == ["GET /a is registered twice"])
            #expect(audit([Self.route("/a"), Self.route("/b")]) == ["GET /b is not in the matrix"])
            #expect(audit([Self.route("/a", .anyone)]) == ["GET /a has another audience in the matrix"])
            #expect(
                audit([Self.route("/a", .user, .diaryWrite)])
                    == ["GET /a needs the scope diary:write, and the matrix says diary:read"]
            )
            let ofStaff = ListedRoute(httpMethod: .get, path: "/a", access: .user, role: .staff, scope: .diaryRead)
            #expect(audit([ofStaff]) == ["GET /a needs the role staff, and the matrix says none"])
            #expect(audit([Self.route("/a")], closed: ["GET /a"]) == ["GET /a names a scope and is closed to tokens"])
        }

        @Test func `each caller gets the status of the matrix on every route`() async throws {
            try await check(AccessMatrix.rules.filter { $0.resource != .plan })
        }

        @Test(.needsSolver) func `each caller gets the status of the matrix on every route of a plan`() async throws {
            try await check(AccessMatrix.rules.filter { $0.resource == .plan })
        }

        private func check(_ rules: [AccessRule]) async throws {
            try #require(!rules.isEmpty)
            try await StackFixture.run { stack in
                let fixture = try await AccessFixture(stack)
                for rule in rules { try await check(rule, fixture) }
            }
        }

        /// Calls one route as each caller.
        ///
        /// A granted request may consume the resource, so the next caller gets a new one.
        private func check(_ rule: AccessRule, _ fixture: AccessFixture) async throws {
            var unused: String?
            for caller in AccessCaller.allCases {
                let id = if let unused { unused } else { try await fixture.id(of: rule.resource) }
                unused = id
                let client = try await fixture.client(caller, for: rule)
                let answer = try await client.send(rule.method, rule.address(of: id), rule.body, rule.headers)
                let said = "\(caller): \(rule.route): \(UnexpectedAnswer(answer))"
                #expect(answer.status == rule.status(for: caller), "\(said)")
                if answer.status == rule.granted { unused = nil }
            }
        }
    }
}
