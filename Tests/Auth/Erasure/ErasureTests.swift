import Auth
import Contracts
import Events
import Foundation
import Storage
import TestSupport
import Testing

@Suite struct ErasureTests {
    private static func delete(_ auth: AuthFixture, _ user: UserID, password: String = AuthFixture.password)
        async throws
    {
        let open: String? = try await auth.store.read {
            try $0.scalar("SELECT id FROM session WHERE account_id = ? LIMIT 1", [user.description])
        }
        let session = open.flatMap { SessionID($0) } ?? .make()
        let principal = Principal(user: user, roles: [.user], session: session)
        _ = try await auth.service.deleteAccount(
            AuthAccountDelete(password: password),
            .test(key: "delete", principal: principal)
        )
    }

    @Test func `a deleted account loses its sessions, and its address can be registered again`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register(key: "key")
            try await Self.delete(auth, session.user.id)
            #expect(try await auth.refusal(ofRefreshing: session.refreshToken) == .unauthenticated)
            let error = await #expect(throws: ServiceError.self) { try await auth.login() }
            #expect(error?.code == .wrongCredentials)
            #expect(try await auth.register().user.id != session.user.id)
        }
    }

    @Test func `a repeated deletion succeeds, and one of an unknown user is refused`() async throws {
        try await AuthFixture.run { auth in
            let user = try await auth.register().user.id
            try await Self.delete(auth, user)
            try await Self.delete(auth, user)
            #expect(try await auth.events().filter { $0.type == AccountErased.type }.count == 1)
            let error = await #expect(throws: ServiceError.self) { try await Self.delete(auth, .make()) }
            #expect(error?.code == .unauthenticated)
        }
    }

    @Test func `an access token of an ended session cannot delete the account`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            let context = try await auth.context(of: session)
            _ = try await auth.service.logout(AuthLogout(), context)
            let error = await #expect(throws: ServiceError.self) {
                _ = try await auth.service.deleteAccount(AuthAccountDelete(password: AuthFixture.password), context)
            }
            #expect(error?.code == .unauthenticated)
            #expect(try await auth.login().user.id == session.user.id)
        }
    }

    @Test func `a wrong password deletes nothing, and the eleventh is refused`() async throws {
        try await AuthFixture.run { auth in
            let user = try await auth.register().user.id
            var codes: [ErrorCode?] = []
            for _ in 0..<11 {
                let error = await #expect(throws: ServiceError.self) {
                    try await Self.delete(auth, user, password: "Wrong horse")
                }
                codes.append(error?.code)
            }
            #expect(codes == [ErrorCode](repeating: .wrongCredentials, count: 10) + [.tooManyRequests])
            #expect(try await auth.events().map(\.type) == [AccountCreated.type])
        }
    }

    @Test func `the erasure event names its user until every service has confirmed, and no file does afterwards`()
        async throws
    {
        try await AuthFixture.run { auth in
            let user = try await auth.register(RegistrationBody(name: "Ann Unusual"), key: "key").user.id
            await #expect(throws: ServiceError.self) { try await auth.login(password: "Wrong horse") }
            try await Self.delete(auth, user)
            #expect(try await auth.events().map(\.subject) == [.noUser, user])
            let subscribers = SubscriberOffsets()
            let completion = ErasureCompletion(store: auth.store, subscribers: subscribers, logger: .silent)
            let beacon = try await auth.store.beacon()
            for service in AccountErased.subscribers {
                try await completion.completeErasures()
                #expect(try await auth.events().map(\.subject) == [.noUser, user], "before \(service) has confirmed")
                let page = try await auth.store.snapshot(Snapshot(after: nil), of: .auth, AuthService.snapshot)
                #expect(page.events.map(\.type) == [AccountErased.type])
                subscribers.record(service, at: beacon)
            }
            try await completion.completeErasures()
            #expect(try await auth.events().map(\.sequence) == [1, 2])
            for text in [user.description, AuthFixture.email, "Ann Unusual"] {
                #expect(try !auth.directory.filesContain(text), "\(text)")
            }
            let page = try await auth.store.snapshot(Snapshot(after: nil), of: .auth, AuthService.snapshot)
            #expect(page.events.isEmpty)
        }
    }

    @Test func `an account restored from a backup is erased again, and the event is published again`() async throws {
        try await AuthFixture.run { auth in
            let user = try await auth.register().user.id
            try await auth.store.erase([user], AuthService.profileSubscriber)
            let error = await #expect(throws: ServiceError.self) { try await auth.login() }
            #expect(error?.code == .wrongCredentials)
            #expect(
                try await auth.events().last.map { [$0.type.rawValue, "\($0.subject)"] } == [
                    "account.erased", "\(user)",
                ]
            )
            let page = try await auth.store.snapshot(Snapshot(after: nil), of: .auth, AuthService.snapshot)
            #expect(page.events.map(\.type) == [AccountErased.type])
        }
    }

    @Test func `a confirmation of another epoch or of an earlier position does not count`() {
        let subscribers = SubscriberOffsets()
        let event = Beacon(epoch: "now", last: 7)
        for (epoch, last, isConfirmed) in [("before", Int64(9), false), ("now", 6, false), ("now", 7, true)] {
            subscribers.record(.profile, at: Beacon(epoch: epoch, last: last))
            #expect(subscribers.haveAllPassed(event, [.profile]) == isConfirmed, "\(epoch) \(last)")
        }
    }
}
