import Backups
import Contracts
import Foundation
import ServiceKit
import Storage
import Testing

@Suite(.timeLimit(.minutes(5)))
struct SealedErasureTests {
    private func erase(_ user: UserID, _ fixture: BackupFixture) async throws {
        let store = try await fixture.open(.auth)
        try await store.write { try $0.erase(user) { _, _ in } }
        try store.close()
    }

    private func isErased(_ user: UserID, in data: DataDirectory, _ fixture: BackupFixture) async throws -> Bool {
        let store = try await fixture.open(.auth, in: data)
        let erased = try await store.erased(among: [user])
        try store.close()
        return erased == [user]
    }

    @Test func `erasures are taken from a newer sealed backup, and without its key a note names it`() async throws {
        try await BackupFixture.run { fixture in
            let (key, user) = (try fixture.makeKey(), UserID.make())
            let (sealed, plain) = (try fixture.backUp(sealedWith: key), try fixture.backUp())
            try await erase(user, fixture)
            let newer = try fixture.backUp(sealedWith: key)
            try FileManager.default.removeItem(atPath: fixture.data.path)
            let one = DataDirectory(path: "\(fixture.root)/one")
            let first = try RestoreRun(of: sealed, key: .option(key), to: one).make()
            #expect(first.notes.contains { $0.hasPrefix("1 deletion of an account") })
            #expect(try await isErased(user, in: one, fixture))
            #expect(try !fixture.names(one.path).contains { $0.contains("opened") })
            // A plain backup is restored with a key, so that newer sealed ones can be read.
            let two = DataDirectory(path: "\(fixture.root)/two")
            _ = try RestoreRun(of: plain, key: .setting(path: key.path), to: two).make()
            #expect(try await isErased(user, in: two, fixture))
            let three = DataDirectory(path: "\(fixture.root)/three")
            let third = try RestoreRun(of: plain, to: three).make()
            #expect(try await !isErased(user, in: three, fixture))
            #expect(third.notes.contains { $0.contains("recorded in \(newer) could not be read: \(newer) is sealed") })
            #expect(third.notes.contains { $0.contains("are not known here") })
        }
    }
}
