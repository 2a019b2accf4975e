import Backups
import CommandSupport
import Contracts
import Foundation
import ServiceKit
import Storage
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#endif

@Suite(.timeLimit(.minutes(5)))
struct SealedBackupTests {
    private static let files = [
        "auth.sealing-key", "auth.sqlite", "diary.sqlite", "keys/broker.key", "manifest.json", "peers.json",
    ].map { $0 + SealedFormat.suffix }
    private static let workingCopy = ".backup-copy"

    private func restore(_ backup: String, _ key: BackupKey?, to data: DataDirectory) throws -> RestoreRun.Outcome {
        try RestoreRun(of: backup, key: key.map { .option($0) } ?? .none, to: data).make()
    }

    /// Expects that a restore is refused and that it leaves nothing; returns the reason.
    private func refusal(
        _ backup: String,
        _ key: BackupKey?,
        _ fixture: BackupFixture,
        _ location: SourceLocation = #_sourceLocation
    ) throws -> String {
        let before = try FileManager.default.subpathsOfDirectory(atPath: fixture.root).sorted()
        let error = #expect(throws: CommandFailure.self, sourceLocation: location) {
            try restore(backup, key, to: DataDirectory(path: "\(fixture.root)/new"))
        }
        let after = try FileManager.default.subpathsOfDirectory(atPath: fixture.root).sorted()
        #expect(before == after, sourceLocation: location)
        return error?.description ?? "it was restored"
    }

    private func bytes(_ path: String) throws -> [UInt8] { Array(try Data(contentsOf: URL(filePath: path))) }

    private func write(_ bytes: [UInt8], _ path: String) throws { try Data(bytes).write(to: URL(filePath: path)) }

    @Test func `a sealed backup contains sealed files alone, and a restore with its key brings back all of it`()
        async throws
    {
        try await BackupFixture.run { fixture in
            let key = try fixture.makeKey()
            let before = try FileManager.default.subpathsOfDirectory(atPath: fixture.data.path).sorted()
            let outcome = try BackupRun(of: fixture.data, in: fixture.backups, sealedWith: key).make()
            #expect(outcome.key == key.id)
            let names = try FileManager.default.subpathsOfDirectory(atPath: outcome.path)
            #expect(names.filter { $0 != "keys" }.sorted() == Self.files)
            for name in Self.files {
                let content = Data(try bytes("\(outcome.path)/\(name)"))
                for plain in ["SQLite format", "first", "a key that seals", "secret", "sha256"] {
                    #expect(content.range(of: Data(plain.utf8)) == nil, "\(name) contains \(plain)")
                }
            }
            // No plain copy is left beside the databases.
            let after = try FileManager.default.subpathsOfDirectory(atPath: fixture.data.path).sorted()
            #expect(after.filter { $0 != "last-backup.json" } == before)
            #expect(try BackupVerification.verify(outcome.path, key: .setting(path: key.path)).databases.count == 2)
            try await fixture.add("second", to: .diary)
            let new = DataDirectory(path: "\(fixture.root)/new")
            #expect(try restore(outcome.path, key, to: new).databases == 2)
            #expect(fixture.text("auth.sealing-key", in: new.path) == BackupFixture.key)
            #expect(fixture.text("keys/broker.key", in: new.path) == "secret\n")
            for service in BackupFixture.services { #expect(try await fixture.notes(service, in: new) == ["first"]) }
        }
    }

    @Test(arguments: files)
    func `a changed, cut off, extended, emptied or missing file is refused, and a restore leaves nothing`(
        file: String
    ) async throws {
        try await BackupFixture.run { fixture in
            let key = try fixture.makeKey()
            let backup = try fixture.backUp(sealedWith: key)
            let path = "\(backup)/\(file)"
            let content = try bytes(path)
            let label = try SealedReader(path).label.count
            let header = SealedFormat.headerBytes(labelBytes: label)
            // Magic, version, key id, length and text of the label, stream header, chunk, and authentication code.
            for offset in [0, 8, 9, 17, 21, 21 + label / 2, header - 1, header, content.count / 2, content.count - 1] {
                var changed = content
                changed[offset] ^= 0x01
                try write(changed, path)
                let reason = try refusal(backup, key, fixture)
                #expect(reason.hasPrefix(path), "byte \(offset): \(reason)")
                #expect(throws: CommandFailure.self) { try BackupVerification.verify(backup, key: .option(key)) }
            }
            let other = [
                Array(content.dropLast()), Array(content.prefix(header)), [], Array(content.dropFirst()),
                content + [0], content + content,
            ]
            for changed in other {
                try write(changed, path)
                #expect(try refusal(backup, key, fixture).hasPrefix(path))
            }
            try FileManager.default.removeItem(atPath: path)
            let reason = try refusal(backup, key, fixture)
            #expect(reason.contains(file.hasPrefix("manifest") ? "is not a backup" : "Cannot read \(path)"))
            try write(content, path)
            _ = try restore(backup, key, to: DataDirectory(path: "\(fixture.root)/new"))
        }
    }

    @Test func `files that were exchanged, also with those of another backup, are refused`() async throws {
        try await BackupFixture.run { fixture in
            let key = try fixture.makeKey()
            let (one, two) = (try fixture.backUp(sealedWith: key), try fixture.backUp(sealedWith: key))
            let (diary, auth) = ("\(one)/diary.sqlite.sealed", "\(one)/auth.sqlite.sealed")
            let (diaryBytes, authBytes) = (try bytes(diary), try bytes(auth))
            try write(authBytes, diary)
            try write(diaryBytes, auth)
            #expect(try refusal(one, key, fixture).contains("is another file of this backup, "))
            try write(authBytes, auth)
            try write(try bytes("\(two)/diary.sqlite.sealed"), diary)
            #expect(try refusal(one, key, fixture).contains("\(diary) belongs to another backup"))
            try write(diaryBytes, diary)
            let manifest = "\(one)/manifest.json.sealed"
            try write(try bytes("\(two)/manifest.json.sealed"), manifest)
            #expect(try refusal(one, key, fixture).contains("belongs to another backup"))
            try write(diaryBytes, manifest)
            #expect(try refusal(one, key, fixture).contains("is another file of a backup, diary.sqlite"))
        }
    }

    @Test func `another key and no key are refused, and the message says which key it is`() async throws {
        try await BackupFixture.run { fixture in
            let (key, other) = (try fixture.makeKey(), try fixture.makeKey("other.key"))
            let backup = try fixture.backUp(sealedWith: key)
            let reason = try refusal(backup, other, fixture)
            #expect(
                reason.contains("was sealed with the key \(key.id), but \(other.path) contains the key \(other.id)")
            )
            #expect(try refusal(backup, nil, fixture) == "\(backup) is sealed: name the file of its key with --key.")
        }
    }

    @Test func `a plain backup is read as before, but refused where an option names a key`() async throws {
        try await BackupFixture.run { fixture in
            let key = try fixture.makeKey()
            let plain = try fixture.backUp()
            #expect(try fixture.names(plain).contains("diary.sqlite"))
            #expect(try refusal(plain, key, fixture).contains("\(plain) is not sealed, although the key"))
            let new = DataDirectory(path: "\(fixture.root)/new")
            // The setting may name a file that is lost.
            _ = try RestoreRun(of: plain, key: .setting(path: "\(key.path).lost"), to: new).make()
            #expect(try await fixture.notes(.diary, in: new) == ["first"])
            // A plain manifest that was put into a sealed backup.
            let sealed = try fixture.backUp(sealedWith: key)
            try write(try bytes("\(plain)/manifest.json"), "\(sealed)/manifest.json")
            let refused = #expect(throws: CommandFailure.self) {
                try RestoreRun(of: sealed, key: .option(key), to: DataDirectory(path: "\(fixture.root)/other")).make()
            }
            #expect(refused?.description.contains("is not sealed, although the key") == true)
        }
    }

    @Test func `a key beside the backups or in the data directory is refused`() async throws {
        try await BackupFixture.run { fixture in
            try FileManager.default.createDirectory(atPath: fixture.backups, withIntermediateDirectories: true)
            for (directory, words) in [(fixture.backups, "of the backups"), (fixture.data.path, "the data directory")] {
                let key = try BackupKey.make("\(directory)/backup.key")
                let refused = #expect(throws: CommandFailure.self) { try fixture.backUp(sealedWith: key) }
                #expect(refused?.description.contains(words) == true)
            }
            #expect(try fixture.names(fixture.backups) == ["backup.key"])
        }
    }

    @Test func `lists and retention know sealed backups without a key`() async throws {
        try await BackupFixture.run { fixture in
            let key = try fixture.makeKey()
            let (plain, sealed) = (try fixture.backUp(), try fixture.backUp(sealedWith: key))
            let listed = try BackupDirectory(fixture.backups).backups()
            #expect(listed.map(\.key) == [nil, key.id])
            #expect(listed.map(\.summary.data) == [fixture.data.path, fixture.data.path])
            #expect(listed.map(\.summary.databases) == [["diary", "auth"], ["diary", "auth"]])
            #expect(listed[0].summary.bytes == listed[1].summary.bytes)
            let other = try fixture.makeKey("other.key")
            let outcome = try BackupRun(
                of: fixture.data,
                in: fixture.backups,
                keeping: BackupRetention(newest: 1),
                sealedWith: other
            ).make()
            #expect(outcome.removed == [plain, sealed])
        }
    }

    @Test func `the recorded command names the key`() async throws {
        try await BackupFixture.run { fixture in
            let key = try fixture.makeKey()
            func record(_ command: String?) throws -> (path: String, command: String?) {
                let path = try BackupRun(
                    of: fixture.data,
                    in: fixture.backups,
                    sealedWith: key,
                    restoreCommand: command
                ).make().path
                return (path, LastBackup(in: fixture.data.path)?.restore)
            }
            let own = try record("restore-set \(BackupRun.placeholder) now")
            #expect(own.command == "restore-set \(own.path) --key \(key.path) now")
            let standard = try record(nil)
            #expect(
                standard.command
                    == "mealwire restore \(standard.path) --key \(key.path) --data \(fixture.data.path) --replace"
            )
        }
    }

    @Test func `a working copy of a killed backup is replaced, and one in use stops a second backup`() async throws {
        try await BackupFixture.run { fixture in
            let key = try fixture.makeKey()
            let copy = fixture.data.database(of: .diary) + Self.workingCopy
            for suffix in ["", "-wal", "-journal"] { try write(Array("left over".utf8), copy + suffix) }
            let descriptor = open(copy, O_RDWR)
            #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
            let busy = #expect(throws: CommandFailure.self) { try fixture.backUp(sealedWith: key) }
            #expect(busy?.description.contains("Another sealed backup") == true)
            // A plain backup needs no working copy.
            try fixture.backUp()
            close(descriptor)
            let backup = try fixture.backUp(sealedWith: key)
            #expect(try !fixture.names(fixture.data.path).contains { $0.contains(Self.workingCopy) })
            _ = try BackupVerification.verify(backup, key: .option(key))
        }
    }

    @Test func `a sealed backup that fails leaves neither a backup nor plain data`() async throws {
        try await BackupFixture.run { fixture in
            let key = try fixture.makeKey()
            // The second database cannot be copied after the first one was sealed.
            try FileManager.default.removeItem(atPath: fixture.data.database(of: .auth))
            try write(Array(repeating: 0xA5, count: 40_000), fixture.data.database(of: .auth))
            #expect(throws: (any Error).self) { try fixture.backUp(sealedWith: key) }
            #expect(try fixture.names(fixture.backups).filter { !$0.hasPrefix(".") }.isEmpty)
            #expect(try !fixture.names(fixture.data.path).contains { $0.contains(Self.workingCopy) })
        }
    }
}
