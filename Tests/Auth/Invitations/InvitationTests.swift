import Auth
import Contracts
import Foundation
import TestSupport
import Testing

@Suite struct InvitationTests {
    private static let byInvitation = {
        var settings = AuthSettings.quick
        settings.registration = .invitation
        return settings
    }()

    private static func make(_ auth: AuthFixture, uses: Int? = nil, days: Int? = nil) async throws
        -> AuthAdminInvitationsMake.Reply
    {
        let request = AuthOperatorInvitationsMake(uses: uses, days: days)
        return try await auth.service.makeInvitation(request.checked(), .test())
    }

    private static func states(_ auth: AuthFixture) async throws -> [Invitation.State] {
        try await auth.service.invitations(AuthOperatorInvitationsList(), .test()).items.map(\.state)
    }

    private static func register(_ auth: AuthFixture, _ name: String, _ code: String?, key: String? = nil)
        async throws -> Session
    {
        try await auth.register(RegistrationBody(email: "\(name)@example.org", invitation: code), key: key)
    }

    private static func reason(_ body: () async throws -> Session) async throws -> String? {
        let error = await #expect(throws: ServiceError.self) { _ = try await body() }
        #expect(error?.code == .invitationNeeded)
        return error?.params["reason"]
    }

    @Test func `an invitation creates no more accounts than its uses, even concurrently`() async throws {
        try await AuthFixture.run(Self.byInvitation) { auth in
            let code = try await Self.make(auth, uses: 3).code
            let made = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<8 {
                    group.addTask { (try? await Self.register(auth, "u\(number)", code)) != nil }
                }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(made == 3)
            #expect(try await Self.states(auth) == [.usedUp])
            let users = try await auth.service.users(AuthOperatorUsersList(), .test()).items
            #expect(users.count == 3)
        }
    }

    @Test func `a registration without a valid invitation is refused`() async throws {
        try await AuthFixture.run(Self.byInvitation) { auth in
            #expect(try await Self.reason { try await Self.register(auth, "ann", nil) } == "missing")
            #expect(try await Self.reason { try await Self.register(auth, "ann", "nonsense") } == "void")
            let unknown = "00000-00000-00000-00000"
            #expect(try await Self.reason { try await Self.register(auth, "ann", unknown) } == "void")
            let late = try await Self.make(auth, days: 1)
            auth.clock.advance(days: 1)
            #expect(try await Self.reason { try await Self.register(auth, "ann", late.code) } == "void")
            let revoked = try await Self.make(auth)
            let revoke = AuthOperatorInvitationsRevoke(id: revoked.invitation.id)
            _ = try await auth.service.revokeInvitation(revoke, .test(key: "key"))
            #expect(try await Self.reason { try await Self.register(auth, "ann", revoked.code) } == "void")
            #expect(try await Self.states(auth) == [.revoked, .expired])
        }
    }

    @Test func `a failed registration does not use up its invitation, and a repeated one succeeds`() async throws {
        try await AuthFixture.run(Self.byInvitation) { auth in
            let first = try await Self.make(auth)
            _ = try await Self.register(auth, "ann", first.code)
            let second = try await Self.make(auth)
            let error = await #expect(throws: ServiceError.self) {
                _ = try await Self.register(auth, "ann", second.code)
            }
            #expect(error?.code == .conflict)
            // In lower case and with spaces, as people type codes.
            let typed = " " + second.code.lowercased().replacing("-", with: " ")
            let ben = try await Self.register(auth, "ben", typed, key: "key")
            let again = try await Self.register(auth, "ben", typed, key: "key")
            #expect(again.user.id == ben.user.id)
            #expect(try await Self.states(auth) == [.usedUp, .usedUp])
        }
    }

    @Test func `a closed server refuses invitations, and an open one ignores them`() async throws {
        var closed = AuthSettings.quick
        closed.registration = .closed
        try await AuthFixture.run(closed) { auth in
            let code = try await Self.make(auth).code
            let error = await #expect(throws: ServiceError.self) { _ = try await Self.register(auth, "ann", code) }
            #expect(error?.code == .registrationClosed)
            #expect(auth.service.registrationMode(AuthRegistration(), .test()).registration == .closed)
        }
        try await AuthFixture.run { auth in _ = try await Self.register(auth, "ann", "anything") }
    }

    @Test func `a code is stored nowhere, and the uses and days of an invitation are limited`() async throws {
        try await AuthFixture.run(Self.byInvitation) { auth in
            let made = try await Self.make(auth)
            for code in [made.code, made.code.replacing("-", with: "")] {
                #expect(try !auth.directory.filesContain(code))
            }
            #expect(!auth.log.contains(made.code))
            for (uses, days) in [(0, 1), (1_001, 1), (1, 0), (1, 366)] {
                let error = await #expect(throws: ServiceError.self) {
                    _ = try await Self.make(auth, uses: uses, days: days)
                }
                #expect(error?.code == .invalid)
            }
        }
    }
}
