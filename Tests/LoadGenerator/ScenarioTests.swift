import Calendar
import Contracts
import LoadGenerator
import SeededRandom
import Testing

@Suite struct ScenarioTests {
    private static let today = PlainDate(dayNumber: 20_000)

    private func diary(people: Int = 3, seed: Int = 1) -> DiaryScenario {
        DiaryScenario(
            todays: Array(repeating: Self.today, count: people),
            foods: (0..<20).map { _ in FoodID.make() },
            random: SeededGenerator(seed: seed)
        )
    }

    /// The expected state of each user.
    private struct ExpectedState {
        var entries: [Int: Set<EntryID>] = [:]
        var cart: [Int: Int] = [:]
    }

    @Test(arguments: 1...10) func `only existing entries are changed, however late responses arrive`(seed: Int) throws {
        let scenario = diary(seed: seed)
        var random = SeededGenerator(seed: seed + 100)
        var (expected, waiting): (ExpectedState, [LoadCall]) = (ExpectedState(), [])
        for _ in 0..<5_000 {
            waiting.append(scenario.next(hour: nil))
            // Up to 20 requests are in flight and are answered in any order. Some fail.
            while waiting.count > 20 || (!waiting.isEmpty && Bool.random(using: &random)) {
                let call = waiting.remove(at: Int.random(in: waiting.indices, using: &random))
                let isGood = Int.random(in: 0..<10, using: &random) > 0
                if isGood { apply(call, to: &expected) }
                scenario.answered(call, isGood: isGood)
            }
        }
        #expect(expected.entries.values.contains { !$0.isEmpty })
    }

    private func apply(_ call: LoadCall, to expected: inout ExpectedState) {
        let person = call.person ?? -1
        switch call.method.name {
        case DiaryEntriesPut.method.name:
            if case .createdEntry(let entry) = call.effect { expected.entries[person, default: []].insert(entry) }
        case DiaryEntriesUpdate.method.name:
            guard case .changedEntry(let entry) = call.effect else { return }
            #expect(expected.entries[person]?.contains(entry) == true)
        case DiaryEntriesRemove.method.name:
            let id = EntryID(String(call.address?.split(separator: "/").last ?? ""))
            #expect(id.flatMap { expected.entries[person]?.remove($0) } != nil)
        case DiaryCartItemsSet.method.name: expected.cart[person, default: 0] += 1
        case DiaryCartCheckout.method.name:
            #expect(expected.cart[person, default: 0] > 0)
            expected.cart[person] = 0
        default: return
        }
    }

    @Test func `every action occurs, with the given shares of searches and views of the day`() {
        let scenario = diary(people: 50)
        var counts = Array(repeating: 0, count: scenario.actions.count)
        for _ in 0..<20_000 {
            let call = scenario.next(hour: nil)
            counts[call.action ?? 0] += 1
            scenario.answered(call, isGood: true)
        }
        #expect(counts.allSatisfy { $0 > 0 })
        let share = Dictionary(uniqueKeysWithValues: zip(scenario.actions, counts.map { Double($0) / 20_000 }))
        #expect(abs((share["search"] ?? 0) - 0.36) < 0.02)
        #expect(abs((share["day"] ?? 0) - 0.20) < 0.02)
        #expect((share["add entry"] ?? 0) > 0.1)
    }

    @Test func `no day gets more entries than allowed`() {
        let scenario = diary(people: 1)
        var days: [String: Int] = [:]
        for _ in 0..<20_000 {
            let call = scenario.next(hour: nil)
            scenario.answered(call, isGood: true)
            guard call.method == DiaryEntriesPut.method, let body = call.body else { continue }
            days[String(body.prefix(22)), default: 0] += 1
        }
        #expect(days.count > 5)
        #expect(days.values.allSatisfy { $0 <= 200 })
    }

    @Test func `meals follow the hour of the day`() {
        for (hour, meal) in [(8.0, "breakfast"), (12.5, "lunch"), (19, "dinner"), (23, "snack")] {
            let scenario = diary()
            let bodies = (0..<200).map { _ in scenario.next(hour: hour) }
                .filter { $0.method == DiaryEntriesPut.method }.compactMap(\.body)
            #expect(!bodies.isEmpty)
            #expect(bodies.allSatisfy { $0.contains(#""meal":"\#(meal)""#) })
        }
    }

    @Test func `foods are typed letter by letter`() throws {
        let scenario = SearchScenario(people: 1, random: SeededGenerator(seed: 1))
        var (before, grown) = ("", 0)
        for _ in 0..<500 {
            let address = try #require(scenario.next(hour: nil).address)
            let text = String(try #require(address.split(separator: "=").dropFirst().first).dropLast("&limit".count))
            #expect(text.count >= 2)
            #expect(!text.hasSuffix("%20"))
            if text.hasPrefix(before), text != before { grown += 1 } else { #expect(text.count == 2) }
            before = text
        }
        #expect(grown > 300)
    }

    @Test func `equal seeds give equal requests`() {
        func bodies(_ seed: Int) -> [String?] {
            let scenario = CalculatorScenario(random: SeededGenerator(seed: seed))
            return (0..<50).map { _ in scenario.next(hour: nil).body }
        }
        #expect(bodies(5) == bodies(5))
        #expect(bodies(5) != bodies(6))
        #expect(Set(bodies(5)).count > 40)
    }

    @Test func `the bodies for the calculator are valid`() throws {
        let scenario = CalculatorScenario(random: SeededGenerator(seed: 3))
        for _ in 0..<200 {
            let body = try #require(scenario.next(hour: nil).body)
            _ = try PayloadCoder.decode(CalculatorTarget.self, from: Array(body.utf8))
        }
    }
}
