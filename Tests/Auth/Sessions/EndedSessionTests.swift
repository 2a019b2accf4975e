import Auth
import Contracts
import FoundationEssentials
import Storage
import TestSupport
import Testing

/// The list of ended sessions for gateways.
@Suite struct EndedSessionTests {
    private static func ended(
        _ auth: AuthFixture,
        after position: AuthEndedSessions.Position? = nil
    ) async throws -> AuthEndedSessions.Reply {
        try await auth.service.endedSessions(AuthEndedSessions(after: position), .test())
    }

    private static func session(_ session: Session, _ auth: AuthFixture) async throws -> SessionID {
        try await auth.verified(session).claims.sid
    }

    @Test func `every ended session is listed and published as an event`() async throws {
        try await AuthFixture.run { auth in
            let mine = try await auth.register()
            let others = [
                try await auth.login(), try await auth.login(), try await auth.login(), try await auth.login(),
            ]
            var ids: [SessionID] = []
            for other in others { ids.append(try await Self.session(other, auth)) }

            _ = try await auth.service.logout(AuthLogout(), try await auth.context(of: others[0], key: "1"))
            let end = AuthSessionsEnd(id: ids[1])
            _ = try await auth.service.endSession(end, try await auth.context(of: mine, key: "2"))
            _ = try await auth.refresh(others[2].refreshToken)
            auth.clock.advance(seconds: 31)
            #expect(try await auth.refusal(ofRefreshing: others[2].refreshToken) == .unauthenticated)
            #expect(try await Self.ended(auth).items.map(\.id) == Array(ids[..<3]))
            let all = AuthSessionsEndOthers()
            _ = try await auth.service.endOtherSessions(all, try await auth.context(of: mine, key: "3"))
            #expect(try await Self.ended(auth).items.map(\.id) == ids)

            let published = try await auth.events().filter { $0.type == SessionsEnded.type }
            #expect(published.allSatisfy { $0.subject == mine.user.id })
            #expect(try published.flatMap { try $0.data.decode(SessionsEnded.self).sessions } == ids)
        }
    }

    @Test func `a password change ends all other sessions`() async throws {
        try await AuthFixture.run { auth in
            let (mine, other) = (try await auth.register(), try await auth.login())
            let change = AuthPasswordChange(
                currentPassword: AuthFixture.password,
                password: "Treacherous 7 badgers",
                passwordConfirmation: "Treacherous 7 badgers"
            )
            _ = try await auth.service.changePassword(change, try await auth.context(of: mine, key: "key"))
            let id = try await Self.session(other, auth)
            #expect(try await Self.ended(auth).items.map(\.id) == [id])
        }
    }

    @Test func `a deleted account lists its sessions, and publishes no event besides the erasure`() async throws {
        try await AuthFixture.run { auth in
            let (first, second) = (try await auth.register(), try await auth.login())
            let ids = [try await Self.session(first, auth), try await Self.session(second, auth)]
            let delete = AuthAccountDelete(password: AuthFixture.password)
            _ = try await auth.service.deleteAccount(delete, try await auth.context(of: first, key: "key"))
            let items = try await Self.ended(auth).items
            #expect(Set(items.map(\.id)) == Set(ids))
            #expect(try await auth.events().allSatisfy { $0.type != SessionsEnded.type })
        }
    }

    @Test func `a position returns later sessions only, and a position of another database returns all`() async throws {
        try await AuthFixture.run { auth in
            let sessions = [try await auth.register(), try await auth.login(), try await auth.login()]
            var positions = [try await Self.ended(auth).position]
            var ids: [SessionID] = []
            for (index, session) in sessions.enumerated() {
                ids.append(try await Self.session(session, auth))
                let context = try await auth.context(of: session, key: "\(index)")
                _ = try await auth.service.logout(AuthLogout(), context)
                positions.append(try await Self.ended(auth, after: positions.last).position)
            }
            for (index, position) in positions.enumerated() {
                let reply = try await Self.ended(auth, after: position)
                #expect(reply.items.map(\.id) == Array(ids[index...]))
                #expect(!reply.isMore)
                #expect(reply.position == positions.last)
            }
            let last = try #require(positions.last)
            let unknown = [
                AuthEndedSessions.Position(epoch: "another", number: last.number),
                AuthEndedSessions.Position(epoch: last.epoch, number: last.number + 1),
            ]
            for position in unknown {
                let reply = try await Self.ended(auth, after: position)
                #expect(reply.items.map(\.id) == ids)
                #expect(reply.position == last)
            }
        }
    }

    @Test func `sessions without valid tokens are neither listed nor published`() async throws {
        try await AuthFixture.run { auth in
            let (idle, other) = (try await auth.register(), try await auth.login())
            let mine = try await auth.login()
            _ = try await auth.service.logout(AuthLogout(), try await auth.context(of: other, key: "1"))
            #expect(try await Self.ended(auth).items.count == 1)
            let context = try await auth.context(of: mine, key: "2")
            auth.clock.advance(seconds: Double(AccessTokenClaims.reachS))
            // It has no valid token any more, but is still open.
            _ = try await auth.refresh(mine.refreshToken)
            _ = try await auth.service.endOtherSessions(AuthSessionsEndOthers(), context)
            #expect(try await auth.refusal(ofRefreshing: idle.refreshToken) == .unauthenticated)
            #expect(try await Self.ended(auth).items.isEmpty)
            #expect(try await auth.events().filter { $0.type == SessionsEnded.type }.count == 1)
        }
    }
}
