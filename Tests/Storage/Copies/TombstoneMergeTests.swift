import Contracts
import Foundation
import Storage
import Testing

/// Tests the transfer of erasures that a backup does not contain.
@Suite(.timeLimit(.minutes(5)))
struct TombstoneMergeTests {
    private static func erase(_ user: UserID, _ store: Store) async throws {
        try await store.write { try $0.erase(user) { _, _ in } }
    }

    @Test func `an older state receives the tombstones of a newer one, but not of another database`() async throws {
        try await StoreFixture.run { fixture in
            let (live, backup) = ("\(fixture.directory)/test.sqlite", "\(fixture.directory)/old/test.sqlite")
            let (early, late, stays) = (UserID.make(), UserID.make(), UserID.make())
            try FileManager.default.createDirectory(
                atPath: "\(fixture.directory)/old",
                withIntermediateDirectories: true
            )
            try await Self.erase(early, fixture.store)
            try DatabaseCopy.make(from: live, to: backup)
            try await Self.erase(late, fixture.store)
            #expect(try TombstoneMerge.merge(from: live, into: backup) == 1)
            #expect(try TombstoneMerge.merge(from: live, into: backup) == 0)
            let restored = try await StoreFixture.open("\(fixture.directory)/old")
            #expect(try await restored.erased(among: [early, late, stays]) == [early, late])
            try restored.close()
            try await StoreFixture.run { other in
                let merged = try TombstoneMerge.merge(from: "\(other.directory)/test.sqlite", into: backup)
                #expect(merged == nil)
            }
        }
    }
}
