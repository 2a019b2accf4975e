import Calendar
import Contracts
import Diary
import Foundation
import Fuzzing
import TestSupport
import Testing

/// Mutated files: whatever they contain, reading ends with entries, refusals or an error.
@Suite(.timeLimit(.minutes(5)))
struct ImportMutationTests {
    private static let rounds = 150

    private func mutate(_ format: DiaryImportFormat, _ texts: [String], seed: Int) async throws {
        try await DiaryFixture.use { diary in
            let corpus = diary.directory.url.appending(path: "corpus")
            try FileManager.default.createDirectory(at: corpus, withIntermediateDirectories: true)
            for (index, text) in texts.enumerated() {
                try text.write(to: corpus.appending(path: "\(index).in"), atomically: true, encoding: .utf8)
            }
            var mutator = try Mutator(corpus, "in", seed: seed)
            var kinds: Set<String> = []
            for round in 0..<Self.rounds {
                let bytes = mutator.next()
                guard !bytes.isEmpty else { continue }
                let (upload, pages) = try await diary.send(bytes)
                let order = round % 2 == 0 ? DateOrder.monthFirst : nil
                let make = DiaryImportsMake(upload: upload, pages: pages, format: format, dateOrder: order)
                do {
                    let preview = try await diary.imports.make(make, diary.context())
                    let outcome = try await diary.apply(preview.id, replace: round % 3 == 0)
                    let done = outcome.added + outcome.unchanged + outcome.kept + outcome.replaced + outcome.refused
                    #expect(done + preview.passedOver == preview.rows)
                    if preview.entries > 0 { kinds.insert("entry") }
                    if preview.refusedCount > 0 { kinds.insert("refusal") }
                } catch let error as ServiceError {
                    #expect(error.code == .invalid, "\(error)")
                    kinds.insert("failure")
                }
            }
            #expect(kinds.isSuperset(of: ["entry", "refusal"]))
            // Every imported entry can be exported and imported again.
            let file = try await diary.exported(.csv)
            let other = UserID.make()
            #expect(try await diary.importFile(file, .mealwire, as: other).refused == 0)
            #expect(try await diary.exported(.csv, as: other) == file)
        }
    }

    @Test func `mutated tables of MyFitnessPal never stop the process`() async throws {
        try await mutate(.myFitnessPal, [VendorTests.myFitnessPal], seed: 1)
    }

    @Test func `mutated servings of Cronometer never stop the process`() async throws {
        try await mutate(.cronometer, [VendorTests.cronometer], seed: 2)
    }

    @Test func `mutated foods of Lose It! never stop the process`() async throws {
        try await mutate(.loseIt, [VendorTests.loseIt], seed: 3)
    }

    @Test func `mutated tables of a user's own never stop the process`() async throws {
        let text = "date;meal;name;kcal;fat\n2026-03-01;lunch;\"A;\"\"b\"\"\";1,5;2\n1/2/2026;x;B;1,234;\n"
        try await mutate(.table, [text, text.replacing(";", with: ",")], seed: 4)
    }

    @Test func `mutated exports never stop the process`() async throws {
        var texts: [String] = []
        try await DiaryFixture.use { diary in
            let food = bread()
            diary.catalog.put(food)
            var amount = EntryAmount()
            (amount.foodId, amount.portion, amount.quantity) = (food.id, "slice", 2)
            for day in 1...3 {
                try await diary.add(amount, on: march(day))
                try await diary.add(quick("=x, \"y\"", kcal: 12.34), on: march(day))
            }
            let note = DiaryNoteSet(date: .date(march(1)), text: "a\n\"b\"")
            _ = try await diary.service.setNote(note, diary.context())
            for format in DiaryExport.Format.allCases { texts.append(try await diary.exported(format)) }
        }
        try await mutate(.mealwire, texts, seed: 5)
    }
}
