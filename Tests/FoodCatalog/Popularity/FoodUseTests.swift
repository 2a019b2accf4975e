import Calendar
import Contracts
import FoodCatalog
import SeededRandom
import Storage
import TestSupport
import Testing

/// Diary events in the catalog.
@Suite struct FoodUseTests {
    private let olena = UserID.make()
    private let petro = UserID.make()
    private let rye = FoodID.make()
    private let oats = FoodID.make()
    private let tea = FoodID.make()

    @Test func `uses are those of the latest event, and popularity is their sum`() async throws {
        try await UseFixture.use { fixture in
            try await fixture.logged(rye, 1, by: olena)
            try await fixture.logged(rye, 5, by: olena)
            try await fixture.logged(rye, 2, by: petro)
            try await fixture.logged(oats, 7, by: petro)
            #expect(try await fixture.uses(of: olena) == [rye: 5])
            #expect(try await fixture.uses(of: petro) == [rye: 2, oats: 7])
            let popularity = try await fixture.popularity([rye, oats, tea, rye])
            #expect(popularity == [rye: .init(uses: 7, users: 2), oats: .init(uses: 7, users: 1)])
            try await fixture.logged(oats, 0, by: petro)
            try await fixture.logged(rye, 0, by: olena)
            #expect(try await fixture.popularity([rye, oats]) == [rye: .init(uses: 2, users: 1)])
            #expect(try await fixture.popularity([]).isEmpty)
            #expect(try await fixture.totalsAreConsistent())
        }
    }

    @Test func `the most used foods come first, and among equals the most recent`() async throws {
        try await UseFixture.use { fixture in
            let states = [
                UseFixture.state(rye, 3), UseFixture.state(oats, 2),
                UseFixture.state(tea, 2, at: "2026-03-11T12:00:00.000Z"),
            ]
            for state in states { try await fixture.apply(fixture.event(state, of: olena, from: .diary)) }
            let most = try await fixture.store.read { try FoodUse.of(olena, $0, limit: 2).map(\.foodID) }
            #expect(most == [rye, tea])
        }
    }

    @Test func `a repeated or early event is applied once and in order`() async throws {
        try await UseFixture.use { fixture in
            let events = try [1, 2, 3].map { try fixture.event(UseFixture.state(rye, $0), of: olena, from: .diary) }
            #expect(try await fixture.apply(events[0]))
            #expect(try await fixture.apply(events[2]) == false)
            #expect(try await fixture.uses(of: olena) == [rye: 1])
            #expect(try await fixture.apply(events[1]))
            #expect(try await fixture.apply(events[2]))
            for event in events { #expect(try await fixture.apply(event) == false) }
            #expect(try await fixture.uses(of: olena) == [rye: 3])
            #expect(try await fixture.popularity([rye]) == [rye: .init(uses: 3, users: 1)])
        }
    }

    @Test func `a changed number of users is reported, and a changed number of uses alone is not`()
        async throws
    {
        try await UseFixture.use { fixture in
            try await fixture.logged(rye, 3, by: olena)
            try await fixture.logged(rye, 4, by: olena)
            try await fixture.logged(rye, 2, by: petro)
            try await fixture.logged(rye, 0, by: olena)
            #expect(fixture.takeReportedChanges() == ["\(rye) 0 1", "\(rye) 1 2", "\(rye) 2 1"])
            try await fixture.erase(petro)
            #expect(fixture.takeReportedChanges() == ["\(rye) 1 0"])
        }
    }

    @Test func `a reload removes missing uses, and a repeated reload changes nothing`()
        async throws
    {
        try await UseFixture.use { fixture in
            for user in [olena, petro] {
                try await fixture.logged(rye, 3, by: user)
                try await fixture.logged(oats, 2, by: user)
            }
            _ = fixture.takeReportedChanges()
            let facts = try [
                fixture.fact(UseFixture.state(rye, 3), of: olena, from: .diary),
                fixture.fact(UseFixture.state(oats, 4), of: petro, from: .diary),
            ]
            try await fixture.reload(facts, from: .diary)
            #expect(try await fixture.uses(of: olena) == [rye: 3])
            #expect(try await fixture.uses(of: petro) == [oats: 4])
            #expect(try await fixture.totalsAreConsistent())
            #expect(!fixture.takeReportedChanges().contains("\(rye) 2 0"))
            try await fixture.reload(facts, from: .diary)
            #expect(fixture.takeReportedChanges().isEmpty)
        }
    }

    @Test func `a page of a reload removes no user of another page`() async throws {
        try await UseFixture.use { fixture in
            let people = [UserID.make(), .make(), .make()].sorted { $0.description < $1.description }
            for user in people { try await fixture.logged(rye, 1, by: user) }
            try await fixture.reload([], from: .diary, next: people[0])
            #expect(try await fixture.popularity([rye])[rye]?.users == 2)
            let fact = try fixture.fact(UseFixture.state(rye, 1), of: people[1], from: .diary)
            try await fixture.reload([fact], from: .diary, after: people[0])
            #expect(try await fixture.popularity([rye])[rye] == .init(uses: 1, users: 1))
        }
    }

    @Test func `an erased user is subtracted from the totals, and later events are ignored`() async throws {
        try await UseFixture.use { fixture in
            for user in [olena, petro] { try await fixture.logged(rye, 3, by: user) }
            try await fixture.apply(fixture.event(UseFixture.profile(allergens: ["milk"]), of: olena, from: .profile))
            try await fixture.erase(olena)
            try await fixture.logged(rye, 9, by: olena)
            try await fixture.apply(fixture.event(UseFixture.profile(allergens: ["milk"]), of: olena, from: .profile))
            try await fixture.reload([fixture.fact(UseFixture.state(tea, 1), of: olena, from: .diary)], from: .diary)
            #expect(try await fixture.popularity([rye, tea]).isEmpty)
            #expect(try await fixture.uses(of: olena).isEmpty)
            #expect(try await fixture.allergens(of: olena).isEmpty)
            #expect(try await fixture.store.cleanUp())
            #expect(try await fixture.store.rebuild())
            #expect(try !fixture.catalog.directory.filesContain(olena.description))
        }
    }

    @Test func `unusual values and other event types do not block later events`() async throws {
        try await UseFixture.use { fixture in
            let day = DayChanged(date: PlainDate(dayNumber: 1), kcal: 1, targetKcal: nil, entries: 1)
            #expect(try await fixture.apply(try fixture.event(day, of: olena, from: .diary)))
            try await fixture.logged(rye, -4, by: olena)
            #expect(try await fixture.uses(of: olena).isEmpty)
            for user in [olena, petro] { try await fixture.logged(rye, .max, by: user) }
            #expect(try await fixture.popularity([rye]) == [rye: .init(uses: 2 * FoodUse.usesMax, users: 2)])
            let unknown = FoodLogged(foodId: oats, count: 2, lastAt: nil, lastMeal: nil)
            #expect(try await fixture.apply(try fixture.event(unknown, of: olena, from: .diary)))
            #expect(try await fixture.uses(of: olena)[oats] == 2)
        }
    }

    @Test(arguments: [1, 2, 3, 4]) func `totals equal a recomputation after random events`(seed: Int) async throws {
        try await UseFixture.use { fixture in
            var numbers = SeededGenerator(seed: seed)
            let foods = (0..<6).map { _ in FoodID.make() }
            var truth: [UserID: [FoodID: Int]] = [:]
            for _ in 0..<8 { truth[.make()] = [:] }
            for _ in 0..<300 {
                let people = truth.keys.sorted { $0.description < $1.description }
                let user = try #require(people.randomElement(using: &numbers))
                let food = try #require(foods.randomElement(using: &numbers))
                switch Int.random(in: 0..<100, using: &numbers) {
                case 0 where people.count > 3:
                    try await fixture.erase(user)
                    truth[user] = nil
                case 1..<5:
                    try await reload(fixture, &truth, losing: user)
                default:
                    let count = Int.random(in: 0...4, using: &numbers)
                    try await fixture.logged(food, count, by: user)
                    truth[user]?[food] = count > 0 ? count : nil
                }
                #expect(try await fixture.totalsAreConsistent())
            }
            try await expect(truth, foods, fixture)
        }
    }

    /// Reloads from a diary that has lost one user's uses.
    private func reload(
        _ fixture: UseFixture,
        _ truth: inout [UserID: [FoodID: Int]],
        losing user: UserID
    ) async throws {
        truth[user] = [:]
        var facts: [Event] = []
        for (user, uses) in truth {
            for (food, count) in uses {
                facts.append(try fixture.fact(UseFixture.state(food, count), of: user, from: .diary))
            }
        }
        try await fixture.reload(facts, from: .diary)
    }

    private func expect(_ truth: [UserID: [FoodID: Int]], _ foods: [FoodID], _ fixture: UseFixture) async throws {
        for (user, uses) in truth { #expect(try await fixture.uses(of: user) == uses) }
        let popularity = try await fixture.popularity(foods)
        for food in foods {
            let counts = truth.values.compactMap { $0[food] }
            let expected = counts.isEmpty ? nil : FoodUse.Popularity(uses: counts.reduce(0, +), users: counts.count)
            #expect(popularity[food] == expected)
        }
    }
}
