import Contracts
import Foundation
import Testing

extension Household {
    /// Everything that was acknowledged must be there, once, and nothing else.
    ///
    /// - Parameters:
    ///   - replicas: Copies of the diaries from amid the writes, which must come to the same as the diaries.
    ///   - seed: For whoever reads of a failure.
    /// - Throws: when somebody gets no answer.
    func expectKept(_ replicas: [Replica], seed: Int) async throws {
        for (person, replica) in zip(people, replicas) {
            let what = "of \(person.name), seed \(seed)"
            var (old, new) = (replica, Replica())
            try await old.catchUp(person.get)
            try await new.catchUp(person.get)
            #expect(!old.wasReset && !new.wasReset, "changes \(what)")
            let isAlike = old.entries == new.entries && old.drunk == new.drunk
            #expect(isAlike, "changes since a place amid the writes \(what)")
            person.expectEntries(new, what)
            try await person.expectDays(new, what)
            try await person.expectCart(what)
        }
    }
}

extension Household.Person {
    /// Each entry at its highest version, the copies, and nothing else.
    fileprivate func expectEntries(_ replica: Replica, _ what: String) {
        let state = diary.state
        #expect(state.violations.isEmpty, "\(state.violations.prefix(3)) \(what)")
        #expect(state.missed.isSubset(of: state.removed), "an entry was not there that nobody had removed \(what)")
        let stored = replica.entries.filter { state.entries[$0.key] != nil }
        #expect(stored.mapValues(\.withoutPlace) == state.entries.mapValues(\.withoutPlace), "entries \(what)")
        let others = Dictionary(grouping: replica.entries.values.filter { state.entries[$0.id] == nil }, by: \.date)
        #expect(Set(others.keys) == state.copies.union([Device.pantry]), "days with copies \(what)")
        for (date, entries) in others {
            let content = entries.map { ($0.name, $0.nutrients.kcal) }.sorted { $0.0 < $1.0 }
            let pantry = Household.pantry.sorted { $0.key < $1.key }
            #expect(content.elementsEqual(pantry) { $0 == ($1.key, $1.value) }, "the copy on \(date) \(what)")
        }
    }

    /// Days and their totals, which are the sums of what was acknowledged.
    fileprivate func expectDays(_ replica: Replica, _ what: String) async throws {
        let state = diary.state
        for offset in 0..<Device.days {
            let date = devices[0].today.advanced(by: -offset)
            let day = try await day(date)
            let entries = Dictionary(uniqueKeysWithValues: day.meals.flatMap(\.entries).map { ($0.id, $0) })
            #expect(entries == replica.entries.filter { $0.value.date == date }, "\(date) \(what)")
            let kcal = state.entries.values.filter { $0.date == date }.reduce(0) { $0 + $1.nutrients.kcal }
            #expect(abs(day.totals.kcal - kcal) < 0.005, "the total of \(date) \(what)")
            #expect(day.waterMl == state.drunk[date]?.waterMl ?? 0, "the water of \(date) \(what)")
            #expect(replica.drunk[date] == state.drunk[date], "the told water of \(date) \(what)")
        }
    }

    /// Each step that was put into the cart was logged, or is still there.
    fileprivate func expectCart(_ what: String) async throws {
        let state = diary.state
        let cart = try await get("/v1/diary/cart").decode(Cart.self)
        let left = cart.items.reduce(0) { $0 + Device.steps($1.grams, $1.quantity) }
        #expect(abs(left + state.loggedSteps - state.steps) < 0.001, "the cart \(what)")
    }
}
