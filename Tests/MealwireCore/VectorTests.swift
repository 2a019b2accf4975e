import Foundation
import MealwireCore
import Testing

/// Compares the files in `Tests/Vectors` with what the reducers do now.
///
/// `MEALWIRE_WRITE_VECTORS=1 swift test --filter VectorTests` writes them again.
@Suite(.serialized)
struct VectorTests {
    private static let directory = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Vectors")
    private static let isWriting = ProcessInfo.processInfo.environment["MEALWIRE_WRITE_VECTORS"] != nil
    private static let files = SyncScenarios.all + OtherScenarios.all

    @Test(.enabled(if: isWriting)) func `the files are written`() throws {
        for file in Self.files {
            let url = Self.directory.appending(path: file.path)
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(file.text.utf8).write(to: url)
        }
    }

    @Test func `each file is what the reducers do now`() throws {
        for file in Self.files {
            let text = try? String(contentsOf: Self.directory.appending(path: file.path), encoding: .utf8)
            #expect(
                text == file.text,
                "\(file.path) is stale; write it with MEALWIRE_WRITE_VECTORS=1 swift test --filter VectorTests."
            )
        }
    }

    @Test func `each file replays from its own JSON`() throws {
        for file in Self.files { #expect(try file.replays(file.text), "\(file.path)") }
    }

    @Test func `there is no file without a scenario`() throws {
        let paths = Set(Self.files.map(\.path))
        #expect(paths.count == Self.files.count)
        let directory = Self.directory.resolvingSymlinksInPath().path
        let found = FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []
        #expect(Set(found.filter { $0.hasSuffix(".json") }) == paths)
    }
}
