import Calendar
import Contracts
import Diary
import Foundation
import SeededRandom
import TestSupport
import Testing

/// A user that makes random changes of every kind over six days.
struct RandomUser {
    /// A kind of change.
    enum Action: CaseIterable {
        case add
        case update
        case move
        case put
        case replace
        case recreate
        case copy
        case remove
    }

    private let diary: DiaryFixture
    private let foods: [Food]
    private var numbers: SeededGenerator
    private(set) var model = DiaryModel()
    /// The number of changes of each kind.
    private(set) var done = Dictionary(uniqueKeysWithValues: Action.allCases.map { ($0, 0) })

    init(_ diary: DiaryFixture, _ foods: [Food], seed: Int) {
        self.diary = diary
        self.foods = foods
        numbers = SeededGenerator(seed: seed)
    }

    private mutating func chance() -> Bool { Bool.random(using: &numbers) }
    private mutating func amount() -> Double { Double.random(in: 0.1...900, using: &numbers) }
    private mutating func date() -> PlainDate { march(Int.random(in: 1...6, using: &numbers)) }
    private mutating func meal() -> Meal { Meal.allCases.randomElement(using: &numbers) ?? .lunch }
    private mutating func position() -> Int? { chance() ? Int.random(in: 0...5, using: &numbers) : nil }

    /// Returns a random amount of a food or of bare energy.
    private mutating func eaten() -> EntryAmount {
        let size = amount()
        guard chance(), let food = foods.randomElement(using: &numbers) else {
            return quick(kcal: size, proteinG: size / 7)
        }
        return EntryAmount(foodId: food.id, grams: size)
    }

    /// Makes a random change and records the reply.
    mutating func act() async throws {
        // Some changes happen at the same time.
        if chance() { diary.clock.advance(seconds: 1) }
        let action = Action.allCases.randomElement(using: &numbers) ?? .add
        let isDone =
            switch action {
            case .add: try await add()
            case .update, .move: try await update(moves: action == .move)
            case .put: try await put(.make(), ifVersion: nil)
            case .replace: try await replace()
            case .recreate: try await recreate()
            case .copy: try await copy()
            case .remove: try await remove()
            }
        if isDone { done[action, default: 0] += 1 }
    }

    private mutating func add() async throws -> Bool {
        let entry = try await diary.add(eaten(), on: date(), meal: meal())
        model.record(entry)
        return true
    }

    private mutating func update(moves: Bool) async throws -> Bool {
        guard let entry = model.entries.randomElement(using: &numbers) else { return false }
        var update = DiaryEntriesUpdate(id: entry.id, meal: meal())
        if moves {
            update.position = Int.random(in: 0...5, using: &numbers)
        } else if entry.foodId != nil {
            update.grams = amount()
        } else {
            update.kcal = amount()
        }
        if chance() { update.date = .date(date()) }
        let updated = try await diary.service.update(update, diary.context()).value
        model.record(updated, at: update.position)
        return true
    }

    /// Puts an entry twice, like a device without an answer; the second put has no effect.
    private mutating func put(_ id: EntryID, ifVersion: Int?, overwrites: Bool? = nil) async throws -> Bool {
        var put = DiaryEntriesPut(id: id, date: .date(date()), meal: meal(), position: position(), amount: eaten())
        (put.ifVersion, put.overwrites) = (ifVersion, overwrites)
        if chance() {
            let seconds = Double(Int.random(in: 0...100_000, using: &numbers))
            put.at = Timestamp.text(diary.clock.now.addingTimeInterval(-seconds))
        }
        let entry = try await diary.service.put(put, diary.context()).value
        model.record(entry, at: put.position)
        #expect(try await diary.service.put(put, diary.context()).value == entry)
        return true
    }

    private mutating func replace() async throws -> Bool {
        guard let entry = model.entries.randomElement(using: &numbers) else { return false }
        return chance()
            ? try await put(entry.id, ifVersion: entry.version)
            : try await put(entry.id, ifVersion: nil, overwrites: true)
    }

    private mutating func recreate() async throws -> Bool {
        guard let id = model.removed.randomElement(using: &numbers) else { return false }
        return try await put(id, ifVersion: nil, overwrites: true)
    }

    /// Copies a meal, unless it is so large that repeated copies would fill the days.
    private mutating func copy() async throws -> Bool {
        let (from, to, meal) = (date(), date(), self.meal())
        let source = model.meal(meal, from)
        guard from != to, (1...8).contains(source.count) else { return false }
        let request = DiaryDaysCopy(date: .date(to), from: .date(from), meals: [meal])
        let day = try await diary.service.copy(request, diary.context())
        let copied = day.meals.flatMap(\.entries).filter { model[$0.id] == nil }
        try #require(copied.count == source.count)
        for (copy, original) in zip(copied, source) {
            #expect((copy.name, copy.grams, copy.nutrients) == (original.name, original.grams, original.nutrients))
            model.record(copy)
        }
        return true
    }

    private mutating func remove() async throws -> Bool {
        guard let entry = model.entries.randomElement(using: &numbers) else { return false }
        _ = try await diary.service.remove(DiaryEntriesRemove(id: entry.id), diary.context())
        model.remove(entry.id)
        return true
    }
}
