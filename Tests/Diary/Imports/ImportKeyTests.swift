import Contracts
import Diary
import Foundation
import Storage
import Testing

/// Files that are sent again after a lost reply.
@Suite(.timeLimit(.minutes(5)))
struct ImportKeyTests {
    private static let file = "date,name,kcal\n2026-03-01,Soup,100\n2026-03-02,Stew,200\n"

    private func makePreview(
        _ diary: DiaryFixture,
        _ file: String,
        key: String,
        format: DiaryImportFormat = .table
    ) async throws -> DiaryImport {
        let (upload, pages) = try await diary.send(file, pageBytes: 20)
        let make = DiaryImportsMake(upload: upload, pages: pages, format: format)
        return try await diary.imports.make(make, diary.context(key: key))
    }

    private func storedPages(_ diary: DiaryFixture) async throws -> [String] {
        try await diary.store.read { reader in
            try reader.rows("SELECT DISTINCT import FROM diary_import_page").map { try $0.value("import") }
        }
    }

    @Test func `the same file under the same key is the same import, before and after applying`() async throws {
        try await DiaryFixture.use { diary in
            let first = try await makePreview(diary, Self.file, key: "one")
            #expect(try await makePreview(diary, Self.file, key: "one") == first)
            #expect(try await storedPages(diary) == [first.id.description])
            #expect(Outcome(try await diary.apply(first.id)) == Outcome(added: 2))
            #expect(try await makePreview(diary, Self.file, key: "one") == first)
            #expect(try await storedPages(diary).isEmpty)
            #expect(Outcome(try await diary.apply(first.id)) == Outcome(added: 2))
            #expect(try await diary.entries(march(1)).count == 1)
        }
    }

    @Test func `another file under a used key is a conflict, and the first import can be applied`() async throws {
        try await DiaryFixture.use { diary in
            let first = try await makePreview(diary, Self.file, key: "one")
            for (file, format) in [(Self.file + "2026-03-03,Tea,2\n", .table), (Self.file, .loseIt)]
                as [(String, DiaryImportFormat)]
            {
                let error = await #expect(throws: ServiceError.self) {
                    try await makePreview(diary, file, key: "one", format: format)
                }
                #expect([.conflict, .invalid].contains(error?.code))
            }
            #expect(Outcome(try await diary.apply(first.id)) == Outcome(added: 2))
        }
    }

    @Test func `a preview under another key replaces the previous import`() async throws {
        try await DiaryFixture.use { diary in
            let first = try await makePreview(diary, Self.file, key: "one")
            let second = try await makePreview(diary, Self.file, key: "two")
            #expect(second.id != first.id)
            #expect(try await storedPages(diary) == [second.id.description])
            let gone = await #expect(throws: ServiceError.self) { try await diary.apply(first.id) }
            #expect(gone?.code == .notFound)
        }
    }

    @Test func `an unfinished upload does not affect an import with a preview`() async throws {
        try await DiaryFixture.use { diary in
            let first = try await diary.preview(Self.file, .table)
            let begun = try await diary.send(Self.file).upload
            #expect(Set(try await storedPages(diary)) == [first.id.description, begun.description])
            let other = try await diary.send(Self.file).upload
            #expect(Set(try await storedPages(diary)) == [first.id.description, other.description])
            #expect(Outcome(try await diary.apply(first.id)) == Outcome(added: 2))
        }
    }
}
