import Auth
import Calendar
import Contracts
import FoundationEssentials
import TestSupport
import Testing

@Suite struct SessionListTests {
    @Test func `sessions are listed newest first, with device and times, and the current one is marked`() async throws {
        try await AuthFixture.run { auth in
            let first = try await auth.register()
            let began = auth.clock.now
            auth.clock.advance(seconds: 60)
            let second = try await auth.login(on: "Firefox")
            auth.clock.advance(seconds: 60)
            _ = try await auth.refresh(first.refreshToken)
            let items = try await auth.sessions(first).items
            let ids = [try await auth.verified(second).claims.sid, try await auth.verified(first).claims.sid]
            #expect(items.map(\.id) == ids)
            #expect(items.map(\.device) == ["Firefox", nil])
            #expect(items.map(\.isCurrent) == [false, true])
            let times = [0.0, 60, 120].map { Timestamp.text(began + $0) }
            #expect(items.map(\.createdAt) == [times[1], times[0]])
            #expect(items.map(\.lastUsedAt) == [times[1], times[2]])
        }
    }

    @Test func `a registration stores the device, and an expired session is not listed`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register(RegistrationBody(device: "Safari"))
            #expect(try await auth.sessions(session).items.map(\.device) == ["Safari"])
            auth.clock.advance(days: 60)
            #expect(try await auth.sessions(session).items.isEmpty)
        }
    }

    @Test(
        arguments: [
            (String(repeating: "a", count: 201), String(repeating: "a", count: 200)),
            ("e" + String(repeating: "\u{301}", count: 500), "e" + String(repeating: "\u{301}", count: 199)),
            ("  curl\u{0}\n/8 ", "curl/8"), (" \n", nil), ("", nil),
        ] as [(String, String?)]
    )
    func `a device name is one line of at most 200 characters`(userAgent: String, expected: String?) async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            let session = try await auth.login(on: userAgent)
            let device = try await auth.sessions(session).items.first?.device
            #expect(device.map { Array($0.unicodeScalars) } == expected.map { Array($0.unicodeScalars) })
        }
    }

    @Test func `pages contain each of the caller's sessions once`() async throws {
        try await AuthFixture.run { auth in
            let bob = try await auth.register(RegistrationBody(email: "bob@example.org"))
            var sessions = [try await auth.register()]
            for _ in 0..<4 { sessions.append(try await auth.login()) }
            var found: [SessionID] = []
            var pages = 0
            var cursor: SessionID?
            repeat {
                let page = try await auth.sessions(sessions[0], limit: 2, cursor: cursor)
                (pages, found, cursor) = (pages + 1, found + page.items.map(\.id), page.nextCursor)
            } while cursor != nil
            var ids: [SessionID] = []
            for session in sessions { ids.append(try await auth.verified(session).claims.sid) }
            #expect(found == ids.reversed())
            #expect(pages == 3)
            #expect(try await auth.sessions(bob).items.count == 1)
            let error = await #expect(throws: ServiceError.self) { try await auth.sessions(bob, limit: 101) }
            #expect(error?.code == .invalid)
        }
    }

    @Test func `a session ends once, and a repeated key succeeds`() async throws {
        try await AuthFixture.run { auth in
            let (mine, other) = (try await auth.register(), try await auth.login())
            let request = AuthSessionsEnd(id: try await auth.verified(other).claims.sid)
            let context = try await auth.context(of: mine, key: "key")
            for _ in 0..<2 { _ = try await auth.service.endSession(request, context) }
            #expect(try await auth.refusal(ofRefreshing: other.refreshToken) == .unauthenticated)
            #expect(try await auth.refusal(ofRefreshing: mine.refreshToken) == nil)
            let anew = try await auth.context(of: mine, key: "another key")
            let error = await #expect(throws: ServiceError.self) { try await auth.service.endSession(request, anew) }
            #expect(error?.code == .notFound)
        }
    }

    @Test func `a session of another user is not found and stays open`() async throws {
        try await AuthFixture.run { auth in
            let ann = try await auth.register()
            let bob = try await auth.register(RegistrationBody(email: "bob@example.org"))
            let request = AuthSessionsEnd(id: try await auth.verified(ann).claims.sid)
            let context = try await auth.context(of: bob)
            let error = await #expect(throws: ServiceError.self) { try await auth.service.endSession(request, context) }
            #expect(error?.code == .notFound)
            #expect(try await auth.refusal(ofRefreshing: ann.refreshToken) == nil)
        }
    }

    @Test func `all other sessions of the user end, and those of other users do not`() async throws {
        try await AuthFixture.run { auth in
            let bob = try await auth.register(RegistrationBody(email: "bob@example.org"))
            let (mine, others) = (try await auth.register(), [try await auth.login(), try await auth.login()])
            let context = try await auth.context(of: mine, key: "key")
            for _ in 0..<2 { _ = try await auth.service.endOtherSessions(AuthSessionsEndOthers(), context) }
            for other in others {
                #expect(try await auth.refusal(ofRefreshing: other.refreshToken) == .unauthenticated)
            }
            for session in [mine, bob] { #expect(try await auth.refusal(ofRefreshing: session.refreshToken) == nil) }
        }
    }

    @Test func `an access token of an ended session cannot end sessions`() async throws {
        try await AuthFixture.run { auth in
            let (mine, ended) = (try await auth.register(), try await auth.login())
            let late = try await auth.context(of: ended)
            _ = try await auth.service.endOtherSessions(AuthSessionsEndOthers(), try await auth.context(of: mine))
            let all = await #expect(throws: ServiceError.self) {
                try await auth.service.endOtherSessions(AuthSessionsEndOthers(), late)
            }
            let request = AuthSessionsEnd(id: try await auth.verified(mine).claims.sid)
            let one = await #expect(throws: ServiceError.self) { try await auth.service.endSession(request, late) }
            #expect([all?.code, one?.code] == [.unauthenticated, .unauthenticated])
            #expect(try await auth.refusal(ofRefreshing: mine.refreshToken) == nil)
        }
    }
}
