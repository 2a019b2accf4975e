import Contracts
import Foundation
import Storage
import Testing

struct WriteTests {
    @Test func `concurrent writes all take effect, and a failing one does not affect the others`() async throws {
        try await StoreFixture.run { fixture in
            await withTaskGroup(of: Bool.self) { group in
                for number in 0..<300 {
                    group.addTask {
                        do {
                            // Every tenth violates the table's constraint.
                            try await fixture.add(number % 10 == 0 ? "" : "note \(number)")
                            return true
                        } catch {
                            return false
                        }
                    }
                }
                let stored = await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
                #expect(stored == 270)
            }
            let notes = try await fixture.notes()
            #expect(Set(notes).count == 270)
        }
    }

    @Test func `a store reads and writes as before after its caches were released`() async throws {
        try await StoreFixture.run { fixture in
            try await fixture.add("before")
            #expect(try await fixture.notes() == ["before"])
            fixture.store.releaseCaches()
            #expect(try await fixture.notes() == ["before"])
            try await fixture.add("after")
            #expect(try await fixture.notes() == ["before", "after"])
            // The pragmas of the writer are those of its connection, which stays.
            #expect(try await fixture.store.write { try $0.reader.scalar("PRAGMA synchronous", as: Int.self) } == 2)
        }
    }

    @Test func `after a clean end, the file alone contains every answered write`() async throws {
        try await StoreFixture.run { fixture in
            let (first, second) = ("\(fixture.directory)/first", "\(fixture.directory)/second")
            for directory in [first, second] {
                try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
            }
            let store = try await StoreFixture.open(first)
            try await StoreFixture(directory: first, store: store).add("kept")
            try store.close()
            try FileManager.default.copyItem(atPath: "\(first)/test.sqlite", toPath: "\(second)/test.sqlite")
            let copy = StoreFixture(directory: second, store: try await StoreFixture.open(second))
            let notes = try await copy.notes()
            #expect(notes == ["kept"])
            try copy.store.close()
        }
    }

    @Test func `each commit is on disk before it is answered`() async throws {
        try await StoreFixture.run { fixture in
            let synchronous = try await fixture.store.write { try $0.reader.scalar("PRAGMA synchronous", as: Int.self) }
            // 1 is NORMAL, which syncs a write-ahead log only at checkpoints; 2 is FULL.
            #expect(synchronous == 2)
        }
    }

    @Test func `a request past its deadline is not stored`() async throws {
        try await StoreFixture.run { fixture in
            let error = await #expect(throws: ServiceError.self) { try await fixture.add("late", .own(timeoutMs: 0)) }
            #expect(error?.code == .deadlineExceeded)
            let notes = try await fixture.notes()
            #expect(notes.isEmpty)
        }
    }

    @Test func `a repeated key changes data once and returns the same reply`() async throws {
        try await StoreFixture.run { fixture in
            let user = UserID.make()
            let replies = try await withThrowingTaskGroup(of: AddNote.Reply.self) { group in
                for _ in 0..<20 {
                    group.addTask { try await AddNote(text: "once").add(to: fixture.store, key: "k", user: user) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(replies == [AddNote.Reply](repeating: AddNote.Reply(count: 1), count: 20))
        }
    }

    @Test func `a repeated key returns the stored bytes, also of an earlier version of the service`() async throws {
        try await StoreFixture.run { fixture in
            let (user, note) = (UserID.make(), AddNote(text: "once"))
            let first = try await note.write(to: fixture.store, key: "k", user: user)
            #expect(String(decoding: first.encoded.payload, as: UTF8.self) == #"{"count":1}"#)
            let stored = #"{ "count": 1, "former": null }"#
            try await fixture.store.write { transaction in
                _ = try transaction.execute("UPDATE stored_reply SET reply = ?") { $0.bind(Array(stored.utf8)) }
            }
            let second = try await note.write(to: fixture.store, key: "k", user: user)
            #expect(second.encoded.payload == Array(stored.utf8))
            #expect(second.value == first.value)
        }
    }

    @Test func `a key is bound to its user, method and payload`() async throws {
        try await StoreFixture.run { fixture in
            let user = UserID.make()
            _ = try await AddNote(text: "a").add(to: fixture.store, key: "k", user: user)
            let error = await #expect(throws: ServiceError.self) {
                try await AddNote(text: "b").add(to: fixture.store, key: "k", user: user)
            }
            #expect(error?.code == .conflict)
            _ = try await AddNote(text: "c").add(to: fixture.store, key: "k", user: .make())
            _ = try await AddNote(text: "d").add(to: fixture.store, key: nil, user: user)
            let notes = try await fixture.notes()
            #expect(notes == ["a", "c", "d"])
        }
    }

    @Test func `replies are removed after their lifetime and not before`() async throws {
        try await StoreFixture.run { fixture in
            let user = UserID.make()
            _ = try await AddNote(text: "a").add(to: fixture.store, key: "k", user: user)
            let lifetime = TimeInterval(Store.replyLifetimeS)
            try await fixture.store.pruneReplies(now: Date(timeIntervalSinceNow: lifetime - 60))
            let repeated = try await AddNote(text: "a").add(to: fixture.store, key: "k", user: user)
            #expect(repeated.count == 1)
            try await fixture.store.pruneReplies(now: Date(timeIntervalSinceNow: lifetime + 60))
            let later = try await AddNote(text: "a").add(to: fixture.store, key: "k", user: user)
            #expect(later.count == 2)
        }
    }

    @Test func `a reader with a failed commit is usable afterwards, and sees newer data`() async throws {
        try await StoreFixture.run { fixture in
            try await fixture.add("before")
            let count = try await fixture.store.read { reader in
                // A violated deferred constraint of a temporary table makes SQLite refuse the COMMIT of this read.
                for sql in [
                    "CREATE TEMPORARY TABLE parent (id INTEGER PRIMARY KEY)",
                    "CREATE TEMPORARY TABLE child (id INTEGER REFERENCES parent DEFERRABLE INITIALLY DEFERRED)",
                    "INSERT INTO temp.child VALUES (1)",
                ] { _ = try reader.rows(sql) }
                return try reader.scalar("SELECT count(*) FROM note", as: Int.self)
            }
            #expect(count == 1)
            try await fixture.add("after")
            // Sequential reads use the same reader.
            #expect(try await fixture.notes() == ["before", "after"])
        }
    }

    @Test func `a database has a reader per processor and one for long reads`() {
        #expect([1, 2, 8, 15, 64].map(Store.readers) == [2, 3, 9, 16, 16])
    }
}
