import Contracts
import MessageBus
import Testing

/// Rules of requests, which an endpoint checks before its handler.
@Suite(.timeLimit(.minutes(5)))
struct EndpointRuleTests {
    private struct Limited: Contract {
        typealias Reply = Empty

        static let method = Method("echo.limited", of: Echo.service, .read, .user)
        static let rules: Rules<Self> = [.range(\.number, 1...9), .length(\.text, 1...3)]

        var number: Int
        var text: String
    }

    private struct InlineLimited: Contract {
        typealias Reply = Empty

        static let method = Method("echo.limited.inline", of: Echo.service, .read, .user)
        static let rules: Rules<Self> = [.range(\.number, 1...9), .length(\.text, 1...3)]

        var number: Int
        var text: String
    }

    private struct ForStaff: Contract {
        typealias Reply = Empty

        static let method = Method("echo.staff", of: Echo.service, .read, .user, role: .staff)
        static let rules: Rules<Self> = [.range(\.number, 1...9)]

        var number: Int
    }

    private struct ForAdmins: Contract {
        typealias Reply = Empty

        static let method = Method("echo.admins", of: Echo.service, .read, .user, role: .admin)
        static let rules: Rules<Self> = [.range(\.number, 1...9)]

        var number: Int
    }

    private struct ByService: Contract {
        typealias Reply = Empty

        static let method = Method("echo.service", of: Echo.service, .read, .user, role: .staff)
        static let rules: Rules<Self> = [.range(\.number, 1...9)]

        var number: Int
    }

    private struct Contradictory: Contract {
        typealias Reply = Empty

        static let method = Method("echo.contradictory", of: Echo.service, .read, .user)
        static let rules: Rules<Self> = [.range(\.number, 1...2), .range(\.number, 3...4)]

        var number: Int
    }

    private static let handlerRan = ServiceError(.conflict, "The handler ran.")

    private func error(_ body: () async throws -> Empty) async throws -> ServiceError {
        try #require(await #expect(throws: ServiceError.self) { try await body() })
    }

    @Test func `rules are checked after access and before the handler, with all errors`() async throws {
        try await BusFixture.run { fixture in
            let worker = fixture.bus("worker")
            worker.serve(
                Echo.service,
                capacity: 4,
                [
                    .handle(Limited.self) { _, _ in throw Self.handlerRan },
                    .inline(InlineLimited.self) { _, _ in throw Self.handlerRan },
                ]
            )
            let user = Principal(user: .make(), roles: [.user], session: .make())
            try await fixture.withClient([worker]) { client in
                let wrong = [
                    try await error { try await client.call(Limited(number: 0, text: "long"), .own(principal: user)) },
                    try await error {
                        try await client.call(InlineLimited(number: 0, text: "long"), .own(principal: user))
                    },
                ]
                for error in wrong {
                    #expect(error.code == .invalid)
                    #expect(error.details.map { "\($0.field) \($0.code)" } == ["number outOfRange", "text tooLong"])
                }
                let anonymous = try await error { try await client.call(Limited(number: 0, text: "long"), .own()) }
                #expect(anonymous.code == .unauthenticated)
                let valid = try await error {
                    try await client.call(Limited(number: 1, text: "a"), .own(principal: user))
                }
                #expect(valid == Self.handlerRan)
            }
        }
    }

    @Test func `a role is checked before the rules, and admins have the rights of staff`() async throws {
        try await BusFixture.run { fixture in
            let worker = fixture.bus("worker")
            worker.serve(
                Echo.service,
                capacity: 4,
                [
                    .handle(ForStaff.self) { _, _ in throw Self.handlerRan },
                    .inline(ForAdmins.self) { _, _ in throw Self.handlerRan },
                ]
            )
            @Sendable func person(_ roles: [Role]) -> RequestContext {
                .own(principal: Principal(user: .make(), roles: roles, session: .make()))
            }
            try await fixture.withClient([worker]) { client in
                let cases: [(roles: [Role], staff: ErrorCode, admins: ErrorCode)] = [
                    ([.user], .forbidden, .forbidden), ([.user, .staff], .invalid, .forbidden),
                    ([.user, .admin], .invalid, .invalid), ([], .forbidden, .forbidden),
                ]
                for (roles, staff, admins) in cases {
                    let first = try await error { try await client.call(ForStaff(number: 0), person(roles)) }
                    let second = try await error { try await client.call(ForAdmins(number: 0), person(roles)) }
                    #expect((first.code, second.code) == (staff, admins), "\(roles)")
                }
                let valid = try await error { try await client.call(ForStaff(number: 1), person([.staff])) }
                #expect(valid == Self.handlerRan)
                let anonymous = try await error { try await client.call(ForStaff(number: 0), .own()) }
                #expect(anonymous.code == .unauthenticated)
            }
        }
    }

    @Test func `a service that knows roles itself decides before the rules, instead of the token`() async throws {
        try await BusFixture.run { fixture in
            let worker = fixture.bus("worker")
            let known = UserID.make()
            let admits: @Sendable (RequestContext) async throws -> Void = { context in
                guard try context.user() == known else { throw Role.staff.refusal }
            }
            worker.serve(
                Echo.service,
                capacity: 4,
                [.handle(ByService.self, admittedBy: admits) { _, _ in throw Self.handlerRan }]
            )
            try await fixture.withClient([worker]) { client in
                for (user, roles, number, code) in [
                    (known, [Role.user], 1, ErrorCode.conflict), (known, [.user], 0, .invalid),
                    (.make(), [.user, .admin], 0, .forbidden),
                ] {
                    let principal = Principal(user: user, roles: roles, session: .make())
                    let found = try await error {
                        try await client.call(ByService(number: number), .own(principal: principal))
                    }
                    #expect(found.code == code)
                }
                let anonymous = try await error { try await client.call(ByService(number: 1), .own()) }
                #expect(anonymous.code == .unauthenticated)
            }
        }
    }

    @Test func `an endpoint knows why its rules are faulty, and an endpoint with sound rules has no fault`() {
        let faulty = Endpoint.inline(Contradictory.self) { _, _ in Empty() }
        #expect(faulty.fault?.description.contains("number has two ranges without a common value") == true)
        #expect(Endpoint.inline(InlineLimited.self) { _, _ in Empty() }.fault == nil)
    }
}
