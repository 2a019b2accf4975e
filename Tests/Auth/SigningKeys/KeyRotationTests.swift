import Auth
import Calendar
import Contracts
import FoundationEssentials
import Storage
import TestSupport
import Testing

@Suite struct KeyRotationTests {
    private static let leadS = 60.0 * 60
    private static let reachS = Double(AccessTokenClaims.reachS)

    private static func kids(_ auth: AuthFixture) -> [String] {
        auth.service.keys(AuthKeys(), .test()).keys.map(\.kid)
    }

    private static func rotate(_ auth: AuthFixture, atOnce: Bool = false) async throws -> [SigningKeyInfo] {
        try await auth.service.rotateKeys(AuthOperatorKeysRotate(atOnce: atOnce), .test()).keys
    }

    /// Returns the id of the key that signs now.
    private static func signing(_ auth: AuthFixture) async throws -> String? {
        let session = try await auth.login()
        return try await auth.verified(session).kid
    }

    @Test func `a new key is published before it signs, and the old one until its last token has expired`() async throws
    {
        try await AuthFixture.run { auth in
            try await auth.register()
            let old = try #require(Self.kids(auth).first)
            let infos = try await Self.rotate(auth)
            #expect(infos.map(\.kid) == Self.kids(auth))
            let new = try #require(Self.kids(auth).last)
            #expect(new != old)
            #expect(try await Self.signing(auth) == old)
            auth.clock.advance(seconds: Self.leadS - 1)
            #expect(try await Self.signing(auth) == old)
            auth.clock.advance(seconds: 1)
            #expect(try await Self.signing(auth) == new)
            auth.clock.advance(seconds: Self.reachS - 1)
            #expect(Self.kids(auth) == [old, new])
            auth.clock.advance(seconds: 1)
            #expect(Self.kids(auth) == [new])
            try await auth.service.rotateKeysIfDue()
            let restarted = try await auth.restarted()
            #expect(restarted.keys(AuthKeys(), .test()).keys.map(\.kid) == [new])
            let rows: Int? = try await auth.store.read { try $0.scalar("SELECT count(*) FROM signing_key") }
            #expect(rows == 1)
        }
    }

    @Test func `a published key that does not sign yet prevents another one`() async throws {
        try await AuthFixture.run { auth in
            try await auth.register()
            let first = try await Self.rotate(auth)
            #expect(try await Self.rotate(auth) == first)
            #expect(try await Self.signing(auth) == first.first?.kid)
        }
    }

    @Test func `a rotation at once replaces all keys, and wakes the gateways`() async throws {
        try await AuthFixture.run { auth in
            let session = try await auth.register()
            // A thief of the database has the waiting key, too.
            let stolen = try await Self.rotate(auth).map(\.kid)
            #expect(stolen.count == 2)
            let before = try await auth.store.beacon()
            let keys = try await Self.rotate(auth, atOnce: true)
            let kid = try #require(keys.first?.kid)
            #expect(keys.count == 1 && !stolen.contains(kid))
            #expect(keys.first?.signsFrom == Timestamp.text(auth.clock.now) && keys.first?.retiresAt == nil)
            #expect(Self.kids(auth) == [kid])
            #expect(try await Self.signing(auth) == kid)
            #expect(try await auth.store.beacon().last > before.last)
            let generations: [Int] = try await auth.store.read { reader in
                try reader.rows("SELECT generation FROM signing_key").map { try $0.value("generation") }
            }
            #expect(generations == [3])
            // Sessions go on by their refresh tokens.
            let renewed = try await auth.service.refresh(AuthRefresh(refreshToken: session.refreshToken), .test())
            #expect(try await auth.verified(renewed).kid == kid)
            // A token with a time of issue that was read just before is signed with the new key, too.
            auth.clock.advance(seconds: -1)
            #expect(try await Self.signing(auth) == kid)
        }
    }

    @Test func `a key of the maximum age is replaced once`() async throws {
        try await AuthFixture.run { auth in
            try await auth.service.rotateKeysIfDue()
            #expect(Self.kids(auth).count == 1)
            auth.clock.advance(days: 90)
            for _ in 0..<2 { try await auth.service.rotateKeysIfDue() }
            #expect(Self.kids(auth).count == 2)
            auth.clock.advance(days: 89)
            try await auth.service.rotateKeysIfDue()
            #expect(Self.kids(auth).count == 1)
            auth.clock.advance(days: 1)
            try await auth.service.rotateKeysIfDue()
            #expect(Self.kids(auth).count == 2)
            #expect(auth.log.count(of: "key.rotated") == 2)
        }
    }
}
