import Backups
import CommandSupport
import Contracts
import Foundation
import ServiceKit
import Storage
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite(.timeLimit(.minutes(5)))
struct RestoreRunTests {
    @Test func `a restored directory contains all of the backup under new epochs`() async throws {
        try await BackupFixture.run { fixture in
            let backup = try fixture.backUp()
            try await fixture.add("second", to: .diary)
            let new = DataDirectory(path: "\(fixture.root)/new/data")
            let outcome = try RestoreRun(of: backup, to: new).make()
            #expect(outcome.replaced == nil && outcome.databases == 2)
            #expect(fixture.text("auth.sealing-key", in: new.path) == BackupFixture.key)
            for service in BackupFixture.services {
                #expect(try await fixture.notes(service, in: new) == ["first"])
                let (old, other) = (try await fixture.epoch(service), try await fixture.epoch(service, in: new))
                #expect(old != other)
            }
            #expect(try fixture.names("\(fixture.root)/new") == ["data"])
        }
    }

    @Test func `an existing directory is moved aside on request, and refused otherwise`() async throws {
        try await BackupFixture.run { fixture in
            let backup = try fixture.backUp()
            try await fixture.add("second", to: .diary)
            let refused = #expect(throws: CommandFailure.self) { try RestoreRun(of: backup, to: fixture.data).make() }
            #expect(refused?.description.contains("--replace") == true)
            #expect(try await fixture.notes(.diary) == ["first", "second"])
            let outcome = try RestoreRun(of: backup, to: fixture.data, isReplacing: true).make()
            #expect(try await fixture.notes(.diary) == ["first"])
            let old = DataDirectory(path: try #require(outcome.replaced))
            #expect(try await fixture.notes(.diary, in: old) == ["first", "second"])
            #expect(fixture.text("mail/letter", in: old.path) == "Hello")
        }
    }

    @Test func `a restore is refused while a process has a database open or a stack runs`() async throws {
        try await BackupFixture.run { fixture in
            let backup = try fixture.backUp()
            let store = try await fixture.open(.diary)
            let refused = #expect(throws: CommandFailure.self) {
                try RestoreRun(of: backup, to: fixture.data, isReplacing: true).make()
            }
            #expect(refused?.description.contains("diary.sqlite.lock") == true)
            try store.close()
            _ = store
        }
        try await BackupFixture.run { fixture in
            let backup = try fixture.backUp()
            let descriptor = open("\(fixture.data.run)/processes.lock", O_RDWR | O_CREAT, 0o600)
            #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
            #expect(throws: CommandFailure.self) {
                try RestoreRun(of: backup, to: fixture.data, isReplacing: true).make()
            }
            close(descriptor)
            _ = try RestoreRun(of: backup, to: fixture.data, isReplacing: true).make()
        }
    }

    @Test func `a backup of a newer version or with unsafe paths is refused`() async throws {
        try await BackupFixture.run { fixture in
            let backup = try fixture.backUp()
            let path = "\(backup)/\(BackupManifest.fileName)"
            let original = try BackupManifest.read(backup)
            let new = DataDirectory(path: "\(fixture.root)/new")
            let changes: [((inout BackupManifest) -> Void, String)] = [
                ({ $0.release = "99.0.0" }, "was made by Mealwire 99.0.0"),
                ({ $0.format = 2 }, "by a newer version"),
                ({ $0.files[0].path = "../outside" }, "is damaged"),
            ]
            for (change, words) in changes {
                var manifest = original
                change(&manifest)
                try Data(try manifest.json).write(to: URL(fileURLWithPath: path))
                let failure = #expect(throws: CommandFailure.self) { try RestoreRun(of: backup, to: new).make() }
                #expect(failure?.description.contains(words) == true)
            }
            #expect(try fixture.names(fixture.root) == ["backups", "data"])
        }
    }

    @Test func `the next restore removes leftovers of a killed one, but no former data directory`() async throws {
        try await BackupFixture.run { fixture in
            let backup = try fixture.backUp()
            let marker = ".mealwire-restore-unfinished"
            for (name, file) in [
                ("data.restoring-a", marker), ("data.restoring-b", "diary.sqlite"), ("data.restoring-c", nil),
                // The restore was killed after the swap, before it removed the marker.
                ("data", marker),
            ] {
                let path = "\(fixture.root)/\(name)"
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
                if let file { try Data().write(to: URL(fileURLWithPath: "\(path)/\(file)")) }
            }
            let outcome = try RestoreRun(of: backup, to: fixture.data, isReplacing: true).make()
            let names = try fixture.names(fixture.root)
            #expect(!names.contains { $0.hasPrefix("data.restoring-") })
            #expect(names.contains("data.replaced-b"))
            for directory in [fixture.data.path, try #require(outcome.replaced)] {
                #expect(try !fixture.names(directory).contains(marker))
            }
        }
    }

    @Test func `erasures after the backup are taken from the old directory or a newer backup`() async throws {
        try await BackupFixture.run { fixture in
            let backup = try fixture.backUp()
            let (early, late) = (UserID.make(), UserID.make())
            func erase(_ user: UserID) async throws {
                let store = try await fixture.open(.auth)
                try await store.write { try $0.erase(user) { _, _ in } }
                try store.close()
            }
            func erased(_ directory: DataDirectory) async throws -> [UserID] {
                let store = try await fixture.open(.auth, in: directory)
                let erased = try await store.erased(among: [early, late])
                try store.close()
                return erased
            }
            try await erase(early)
            try fixture.backUp()
            try await erase(late)
            // The directory that was backed up still exists.
            let beside = DataDirectory(path: "\(fixture.root)/beside")
            let first = try RestoreRun(of: backup, to: beside).make()
            #expect(try await erased(beside) == [early, late])
            #expect(first.notes.contains { $0.hasPrefix("2 deletions of accounts") })
            #expect(!first.notes.contains { $0.contains("are not known here") })
            // The directory is lost.
            try FileManager.default.removeItem(atPath: fixture.data.path)
            let second = try RestoreRun(of: backup, to: fixture.data).make()
            #expect(try await erased(fixture.data) == [early])
            #expect(second.notes.contains { $0.contains("are not known here") })
        }
    }

    @Test func `versions are compared by their numbers`() {
        #expect(ReleaseOrder.isNewer("0.10.0", than: "0.9.9"))
        #expect(ReleaseOrder.isNewer("1.0.0", than: "0.99.99"))
        #expect(!ReleaseOrder.isNewer("0.1.0", than: "0.1.0"))
        #expect(!ReleaseOrder.isNewer("0.1.0", than: "0.1.1-beta"))
        #expect(!ReleaseOrder.isNewer("nonsense", than: "0.1.0"))
    }
}
