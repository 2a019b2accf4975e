import Auth
import Calendar
import Contracts
import FoundationEssentials
import TestSupport
import Testing

@Suite struct AdministrationTests {
    private static let ben = "ben@example.org"

    private static func refusal(_ body: () async throws -> Void) async throws -> ServiceError? {
        await #expect(throws: ServiceError.self) { try await body() }
    }

    private static func registerBen(_ auth: AuthFixture) async throws -> Session {
        try await auth.register(RegistrationBody(email: ben, name: "Benjamin"))
    }

    @Test func `staff list users by the rights in the database, and plain users are refused`() async throws {
        try await AuthFixture.run { auth in
            let (ann, ben) = (try await auth.register(), try await Self.registerBen(auth))
            let context = try await auth.context(of: ann)
            let error = try await Self.refusal { _ = try await auth.service.users(AuthAdminUsersList(), context) }
            #expect(error?.code == .forbidden)
            try await auth.updateAsOperator(ann.user.email, grant: .staff)
            let items = try await auth.service.users(AuthAdminUsersList(), context).items
            #expect(items.map(\.id) == [ben.user.id, ann.user.id])
            #expect(items.map(\.email) == [Self.ben, AuthFixture.email])
            #expect(items.map(\.roles) == [[.user], [.user, .staff]])
            #expect(items.map(\.disabled) == [false, false])
            let now = Timestamp.text(auth.clock.now)
            #expect(items.map(\.createdAt) == [now, now])
            #expect(items.map(\.lastUsedAt) == [now, now])
        }
    }

    @Test func `a list is filtered, and its pages contain each user once`() async throws {
        try await AuthFixture.run { auth in
            var ids: [UserID] = []
            for number in 0..<5 {
                let body = RegistrationBody(email: "u\(number)@example.org", name: "Number \(number)")
                ids.insert(try await auth.register(body).user.id, at: 0)
            }
            try await auth.updateAsOperator("u1@example.org", grant: .admin)
            try await auth.updateAsOperator("u2@example.org", disabled: true)
            func list(_ filter: AuthOperatorUsersList) async throws -> [UserID] {
                try await auth.service.users(filter.checked(), .test()).items.map(\.id)
            }
            #expect(try await list(.init(q: "U3@EXAMPLE")) == [ids[1]])
            #expect(try await list(.init(q: "number 4")) == [ids[0]])
            #expect(try await list(.init(q: "%")) == [])
            #expect(try await list(.init(role: .admin)) == [ids[3]])
            #expect(try await list(.init(state: .disabled)) == [ids[2]])
            #expect(try await list(.init(state: .enabled)).count == 4)
            var (found, cursor, pages): ([UserID], UserID?, Int) = ([], nil, 0)
            repeat {
                let page = try await auth.service.users(AuthOperatorUsersList(limit: 2, cursor: cursor), .test())
                (found, cursor, pages) = (found + page.items.map(\.id), page.nextCursor, pages + 1)
            } while cursor != nil
            #expect(found == ids)
            #expect(pages == 3)
            let error = try await Self.refusal { _ = try await list(.init(limit: 101)) }
            #expect(error?.code == .invalid)
        }
    }

    @Test func `a disabled user gets accountDisabled for sign-ins and refreshes until enabled again`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            try await auth.updateAsOperator(AuthFixture.email, disabled: true)
            #expect(try await auth.refusal(ofRefreshing: session.refreshToken) == .accountDisabled)
            let right = try await Self.refusal { _ = try await auth.login() }
            #expect(right?.code == .accountDisabled)
            let wrong = try await Self.refusal { _ = try await auth.login(password: "Wrong horse") }
            #expect(wrong?.code == .wrongCredentials)
            let id = try await auth.verified(session).claims.sid
            let ended = try await auth.service.endedSessions(AuthEndedSessions(after: nil), .test()).items
            #expect(ended.map(\.id) == [id])

            try await auth.updateAsOperator(AuthFixture.email, disabled: false)
            #expect(try await auth.refusal(ofRefreshing: session.refreshToken) == .unauthenticated)
            #expect(try await auth.login().user.id == session.user.id)
        }
    }

    @Test func `a revoked role ends sessions, and a granted one does not`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            try await auth.updateAsOperator(AuthFixture.email, grant: .staff)
            let refreshed = try await auth.refresh(session.refreshToken)
            #expect(try await auth.verified(refreshed).claims.roles == [.user, .staff])
            try await auth.updateAsOperator(AuthFixture.email, revoke: .staff)
            #expect(try await auth.refusal(ofRefreshing: refreshed.refreshToken) == .unauthenticated)
            #expect(try await auth.login().user.roles == [.user])
        }
    }

    @Test func `an admin changes other users, and the last admin cannot be disabled`() async throws {
        try await AuthFixture.run { auth in
            let (ann, ben) = (try await auth.register(), try await Self.registerBen(auth))
            try await auth.updateAsOperator(AuthFixture.email, grant: .admin)
            let context = try await auth.context(of: ann, key: "1")
            let toStaff = AuthAdminUsersUpdate(id: ben.user.id, roles: [.staff])
            for _ in 0..<2 {
                #expect(try await auth.service.updateUser(toStaff, context).roles == [.user, .staff])
            }
            #expect(
                auth.log.lines.count { "\($0)".contains("roles.changed") && "\($0)".contains("\(ben.user.id)") } == 1
            )
            let alone = try await Self.refusal { try await auth.updateAsOperator(AuthFixture.email, disabled: true) }
            #expect(alone?.params == ["reason": "lastAdmin"])
            try await auth.updateAsOperator(Self.ben, grant: .admin)
            try await auth.updateAsOperator(AuthFixture.email, disabled: true)
            let late = try await auth.context(of: ann, key: "2")
            let error = try await Self.refusal { _ = try await auth.service.updateUser(toStaff, late) }
            #expect(error?.code == .unauthenticated)
            let missing = try await Self.refusal {
                try await auth.updateAsOperator("nobody@example.org", disabled: true)
            }
            #expect(missing?.code == .notFound)
        }
    }

    @Test func `a one-time password signs in once, and can be changed`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let request = AuthOperatorPasswordReset(user: session.user.id.description)
            let reset = try await auth.service.resetPassword(request, .test())
            #expect(try await auth.refusal(ofRefreshing: session.refreshToken) == .unauthenticated)
            let old = try await Self.refusal { _ = try await auth.login() }
            #expect(old?.code == .wrongCredentials)
            let mine = try await auth.login(password: reset.password)
            let again = try await Self.refusal { _ = try await auth.login(password: reset.password) }
            #expect(again?.code == .wrongCredentials)
            #expect(again?.params == ["reason": "passwordSpent"])
            let change = AuthPasswordChange(
                currentPassword: reset.password,
                password: AuthFixture.password,
                passwordConfirmation: AuthFixture.password
            )
            _ = try await auth.service.changePassword(change, try await auth.context(of: mine, key: "key"))
            for _ in 0..<2 { _ = try await auth.login() }
            #expect(!auth.log.contains(reset.password) && !auth.log.contains(AuthFixture.email))
        }
    }

    @Test func `a one-time password expires after a day, and signs in once even at a new hashing cost`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            let request = AuthOperatorPasswordReset(user: AuthFixture.email)
            let late = try await auth.service.resetPassword(request, .test())
            auth.clock.advance(days: 1)
            let error = try await Self.refusal { _ = try await auth.login(password: late.password) }
            #expect(error?.params == ["reason": "passwordSpent"])
            let reset = try await auth.service.resetPassword(request, .test())
            var costlier = AuthSettings.quick
            costlier.passwordCost.memoryMiB = 2
            let restarted = try await auth.restarted(costlier)
            let login = AuthLogin(email: AuthFixture.email, password: reset.password)
            _ = try await restarted.login(login, .test())
            let again = try await Self.refusal { _ = try await restarted.login(login, .test()) }
            #expect(again?.params == ["reason": "passwordSpent"])
        }
    }
}

extension AuthFixture {
    /// Changes an account as the operator.
    func updateAsOperator(_ user: String, disabled: Bool? = nil, grant: Role? = nil, revoke: Role? = nil) async throws {
        let request = AuthOperatorUsersUpdate(user: user, disabled: disabled, grant: grant, revoke: revoke)
        _ = try await service.updateUser(request, .test(key: UUIDv7.make().description))
    }
}
