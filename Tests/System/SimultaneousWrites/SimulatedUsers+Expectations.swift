import Calendar
import Contracts
import Foundation
import Testing

extension SimulatedUsers {
    /// Expects exactly the acknowledged writes in every diary, each once.
    ///
    /// - Parameters:
    ///   - replicas: Copies of the diaries from between the writes, which must converge to the diaries.
    ///   - seed: The seed for the messages of failures.
    /// - Throws: An error if a request gets no answer.
    func expectAcknowledgedWrites(_ replicas: [Replica], seed: Int) async throws {
        for (person, replica) in zip(people, replicas) {
            let what = "of \(person.name), seed \(seed)"
            var (old, new) = (replica, Replica())
            try await old.catchUp(person.get)
            try await new.catchUp(person.get)
            #expect(!old.wasReset && !new.wasReset, "changes \(what)")
            let isAlike = old.entries == new.entries && old.water == new.water
            #expect(isAlike, "changes since a cursor between the writes \(what)")
            person.expectEntries(new, what)
            try await person.expectDays(new, what)
            try await person.expectCart(what)
        }
    }
}

extension SimulatedUsers.Person {
    /// Expects each entry at its highest version, the copies, and nothing else.
    fileprivate func expectEntries(_ replica: Replica, _ what: String) {
        let state = diary.state
        #expect(state.violations.isEmpty, "\(state.violations.prefix(3)) \(what)")
        #expect(state.missed.isSubset(of: state.removed), "an entry was missing without a removal \(what)")
        let stored = replica.entries.filter { state.entries[$0.key] != nil }
        #expect(stored.mapValues(\.withoutPosition) == state.entries.mapValues(\.withoutPosition), "entries \(what)")
        let others = Dictionary(grouping: replica.entries.values.filter { state.entries[$0.id] == nil }, by: \.date)
        #expect(Set(others.keys) == state.copies.union([Device.copySource]), "days with copies \(what)")
        for (date, entries) in others {
            let content = entries.map { ($0.name, $0.nutrients.kcal) }.sorted { $0.0 < $1.0 }
            let expected = SimulatedUsers.copiedEntries.sorted { $0.key < $1.key }
            #expect(content.elementsEqual(expected) { $0 == ($1.key, $1.value) }, "the copy on \(date) \(what)")
        }
    }

    /// Expects the acknowledged entries on each day, and their sums as totals.
    fileprivate func expectDays(_ replica: Replica, _ what: String) async throws {
        let state = diary.state
        for offset in 0..<Device.days {
            let date = devices[0].today.advanced(by: -offset)
            let day = try await day(date)
            let entries = Dictionary(uniqueKeysWithValues: day.meals.flatMap(\.entries).map { ($0.id, $0) })
            #expect(entries == replica.entries.filter { $0.value.date == date }, "\(date) \(what)")
            let kcal = state.entries.values.filter { $0.date == date }.reduce(0) { $0 + $1.nutrients.kcal }
            #expect(abs(day.totals.kcal - kcal) < 0.005, "the total of \(date) \(what)")
            #expect(day.waterMl == state.water[date]?.waterMl ?? 0, "the water of \(date) \(what)")
            #expect(replica.water[date] == state.water[date], "the water in the changes of \(date) \(what)")
        }
    }

    /// Expects that every step added to the cart was logged or is still in the cart.
    fileprivate func expectCart(_ what: String) async throws {
        let state = diary.state
        let cart = try await get("/v1/diary/cart").decode(Cart.self)
        let left = cart.items.reduce(0) { $0 + Device.steps($1.grams, $1.quantity) }
        #expect(abs(left + state.loggedSteps - state.steps) < 0.001, "the cart \(what)")
    }
}
