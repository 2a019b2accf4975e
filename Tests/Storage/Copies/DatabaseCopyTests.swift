import Foundation
import Storage
import TestSupport
import Testing

/// Tests copies of a database during writes.
@Suite(.timeLimit(.minutes(5)))
struct DatabaseCopyTests {
    private static let pairs = 400

    @Test func `a copy made during writes is a consistent state in one file, and does not block writers`() async throws
    {
        try await StoreFixture.run { fixture in
            let (source, target) = ("\(fixture.directory)/test.sqlite", "\(fixture.directory)/copy.sqlite")
            for number in 0..<50 { try await Self.addPair(number, fixture) }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { for number in 50..<Self.pairs { try await Self.addPair(number, fixture) } }
                for copy in 0..<20 {
                    try? FileManager.default.removeItem(atPath: target)
                    try DatabaseCopy.make(from: source, to: target)
                    let facts = try DatabaseInspection.facts(of: target)
                    let notes = try #require(facts.rows["note"])
                    #expect(notes % 2 == 0 && notes >= 100, "copy \(copy) has half a transaction: \(notes) rows")
                    #expect(try DatabaseInspection.findings(in: target, .full).isEmpty)
                }
                try await group.waitForAll()
            }
            let files = try FileManager.default.contentsOfDirectory(atPath: fixture.directory)
            #expect(files.filter { $0.hasPrefix("copy") } == ["copy.sqlite"])
            #expect(try DatabaseInspection.facts(of: source).rows["note"] == 2 * Self.pairs)
        }
    }

    @Test func `a copy reports its progress and can be cancelled`() async throws {
        try await StoreFixture.run { fixture in
            let (source, target) = ("\(fixture.directory)/test.sqlite", "\(fixture.directory)/copy.sqlite")
            // Some 6,000 pages: more than one step.
            for _ in 0..<12 { try await fixture.add(String(repeating: "long ", count: 400_000)) }
            struct Enough: Error {}
            let steps = Steps()
            #expect(throws: Enough.self) {
                try DatabaseCopy.make(from: source, to: target) { done, inAll in
                    steps.add(done, inAll)
                    if steps.count == 2 { throw Enough() }
                }
            }
            #expect(steps.count == 2 && steps.isGrowing)
        }
    }

    @Test func `a file that is not a database is reported as damaged`() throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = try directory.write("test.sqlite", [UInt8](repeating: 7, count: 20_000))
        #expect(try !DatabaseInspection.findings(in: path, .quick).isEmpty)
        let failure = #expect(throws: CopyFailure.self) { try DatabaseCopy.make(from: path, to: path + ".copy") }
        #expect(failure?.description.hasPrefix("\(path) is damaged: ") == true)
    }

    @Test func `a digest equals that of sha256sum and of its copy`() throws {
        let directory = try TemporaryDirectory()
        defer { directory.remove() }
        let path = try directory.write("file", "abc")
        let digest = try FileDigest(of: path, copyingTo: path + ".copy")
        // FIPS 180-2, B.1.
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        #expect(digest == FileDigest(bytes: 3, sha256: known))
        #expect(try FileDigest(of: path + ".copy") == digest)
        #expect(throws: FileFailure.self) { try FileDigest(of: path, copyingTo: path + ".copy") }
    }

    private static func addPair(_ number: Int, _ fixture: StoreFixture) async throws {
        try await fixture.store.write { transaction in
            for half in 0..<2 {
                try transaction.execute("INSERT INTO note (text) VALUES (?)", ["note \(number), half \(half)"])
            }
        }
    }

    /// Records the calls of the progress closure.
    private final class Steps {
        private(set) var calls: [(done: Int, inAll: Int)] = []

        var count: Int { calls.count }
        var isGrowing: Bool {
            zip(calls, calls.dropFirst()).allSatisfy { $0.done < $1.done && $1.done <= $1.inAll }
        }

        func add(_ done: Int, _ inAll: Int) { calls.append((done, inAll)) }
    }
}
