import Contracts
import FoodFormats
import Synchronization
import TestSupport

/// A reader that generates rows on request.
struct StubReader: FoodReader {
    /// The result of a request.
    enum Step {
        case row(SourceRow)
        case failure(SourceFailure)
        case end
    }

    let source = "test"
    let count: Int
    let step: @Sendable (Int) -> Step
    var read = 0

    var progress: ReadProgress { ReadProgress(bytesRead: read, bytesInAll: count) }
    var omitted: [String: Int] { ["sample": read / 10] }

    mutating func next() throws(SourceFailure) -> SourceRow? {
        switch step(read) {
        case .row(let row):
            read += 1
            return row
        case .failure(let failure): throw failure
        case .end: return nil
        }
    }

    /// Creates a reader of good rows, one on each line after a header.
    static func rows(_ count: Int) -> StubReader {
        StubReader(count: count) { $0 < count ? .row(row($0)) : .end }
    }

    static func row(_ number: Int, source: String = "test") -> SourceRow {
        SourceRow(source: source, file: "test.csv", line: number + 2, outcome: .success(food(number)))
    }

    static func badRow(_ number: Int, _ reason: String) -> SourceRow {
        SourceRow(source: "test", file: "test.csv", line: number + 2, outcome: .failure(RowRefusal(reason)))
    }

    static func food(_ number: Int) -> ImportedFood {
        ImportedFood(sourceID: "\(number)", name: "Food \(number)", type: .generic, kcal: 100)
    }
}

/// An in-memory catalog that counts its calls.
final class FakeCatalog: Sendable {
    struct State {
        var foods: [String: ImportedFood] = [:]
        var pages: [Int] = []
        var calls = 0
        var underWay = 0
        var underWayMost = 0
    }

    private let shared = Mutex(State())

    var state: State { shared.withLock { $0 } }

    /// Stores a page without the real checks: names that begin with "Bad" are refused, with "Odd" flagged.
    func store(_ page: CatalogImport) throws(ServiceError) -> CatalogImport.Reply {
        guard let bytes = Base64.bytes(page.base64) else { throw ServiceError(.malformed, "This is no base64.") }
        let foods = try ImportPage.rows(of: bytes).map(\.food)
        return shared.withLock { state in
            state.pages.append(foods.count)
            var reply = CatalogImport.Reply()
            for (row, food) in foods.enumerated() {
                if food.name.hasPrefix("Bad") {
                    reply.refused.append(.init(row: row, reason: "is bad"))
                    continue
                }
                if food.name.hasPrefix("Odd") {
                    reply.flagged += 1
                    reply.flags[FoodFlag.energyMismatch.rawValue, default: 0] += 1
                }
                switch state.foods.updateValue(food, forKey: "\(page.source)/\(food.sourceID)") {
                case nil: reply.added += 1
                case food: reply.unchanged += 1
                default: reply.changed += 1
                }
            }
            return reply
        }
    }

    /// Counts a call while the body runs.
    func call<Value: Sendable>(
        _ body: @Sendable (_ number: Int) async throws(ServiceError) -> Value
    ) async throws(ServiceError) -> Value {
        let number = shared.withLock { state in
            state.calls += 1
            state.underWay += 1
            state.underWayMost = max(state.underWayMost, state.underWay)
            return state.calls
        }
        defer { shared.withLock { $0.underWay -= 1 } }
        return try await body(number)
    }
}
