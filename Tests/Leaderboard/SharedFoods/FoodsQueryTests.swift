import Calendar
import Contracts
import Foundation
import Leaderboard
import Testing

@Suite(.timeLimit(.minutes(5)))
struct FoodsQueryTests {
    /// Returns one page of today's foods as another user sees them.
    private func page(
        _ fixture: LeaderboardFixture,
        limit: Int? = nil,
        after cursor: String? = nil,
        on date: DayReference? = nil,
        as user: UserID = .make()
    ) async throws -> LeaderboardFoods.Reply {
        let request = LeaderboardFoods(date: date, limit: limit, cursor: cursor)
        return try await fixture.service.foods(request.checked(), fixture.context(user))
    }

    @Test func `foods come with ids and nutrients, those of the user that logged last first`() async throws {
        try await LeaderboardFixture.use { fixture in
            let olena = try await fixture.person("Olena", foods: true)
            let petro = try await fixture.person("Petro", foods: true)
            let entries = try await fixture.eat(olena, ["Soup", "Bread"], at: "2026-03-10T08:00:00Z")
            try await fixture.eat(petro, ["Tea"], at: "2026-03-10T09:00:00Z")
            let reply = try await page(fixture)
            #expect((reply.date, reply.nextCursor) == (fixture.today, nil))
            #expect(reply.items.map(\.name) == ["Petro", "Olena", "Olena"])
            #expect(reply.items.map(\.food.name) == ["Tea", "Soup", "Bread"])
            #expect(reply.items.dropFirst().map(\.food.id) == entries)
            let soup = reply.items[1]
            #expect((soup.userId, soup.food.kcal, soup.food.proteinG, soup.food.fatG) == (olena, 80.5, 3, nil))
            #expect(soup.food.foodId != nil)
            try await fixture.eat(olena, ["Cake"], at: "2026-03-10T10:00:00Z")
            #expect(try await page(fixture).items.map(\.food.name) == ["Cake", "Tea"])
        }
    }

    @Test(arguments: [1, 2, 3, 7, 100]) func `pages contain each food once`(limit: Int) async throws {
        try await LeaderboardFixture.use { fixture in
            var expected: [String] = []
            for number in 0..<5 {
                let user = try await fixture.person("User \(number)", foods: true)
                let names = (0...number).map { "Food \(number).\($0)" }
                // Two users share a time each.
                try await fixture.eat(user, names, at: "2026-03-10T0\(number / 2):00:00Z")
                expected += names
            }
            var (found, cursor): ([LeaderboardFoods.Item], String?) = ([], nil)
            repeat {
                let reply = try await page(fixture, limit: limit, after: cursor)
                #expect(reply.items.count <= limit)
                found += reply.items
                cursor = reply.nextCursor
            } while cursor != nil
            #expect(found.map(\.food.name).sorted() == expected.sorted())
            // The foods of one user are together and in order.
            let firsts = zip([nil] + found.map(Optional.some), found).filter { $0?.userId != $1.userId }
            #expect(firsts.count == 5)
            #expect(firsts.allSatisfy { $1.food.name.hasSuffix(".0") })
        }
    }

    @Test func `only users that share results and foods are listed, at once after a withdrawal`() async throws {
        try await LeaderboardFixture.use { fixture in
            let olena = try await fixture.person("Olena", foods: true)
            let petro = try await fixture.person("Petro")
            let hidden = try await fixture.person("Hidden", shares: false, foods: true)
            for user in [olena, petro, hidden] { try await fixture.eat(user, ["Soup"], at: "2026-03-10T08:00:00Z") }
            #expect(try await page(fixture).items.map(\.userId) == [olena])
            #expect(try await page(fixture, as: olena).items.map(\.userId) == [olena])
            try await fixture.person("Olena", user: olena, shares: true, foods: false)
            #expect(try await page(fixture).items.isEmpty)
            try await fixture.person("Petro", user: petro, shares: true, foods: true)
            #expect(try await page(fixture).items.map(\.userId) == [petro])
            try await fixture.erase(petro)
            #expect(try await page(fixture).items.isEmpty)
        }
    }

    @Test func `a day is listed while it is one of the last seven of its user`() async throws {
        try await LeaderboardFixture.use { fixture in
            let olena = try await fixture.person("Olena", foods: true)
            let early = try await fixture.person("Early", foods: true, timeZone: "Pacific/Kiritimati")
            for offset in -8...1 {
                for user in [olena, early] { try await fixture.foods(user, offset, ["Day \(offset)"]) }
            }
            func users(_ offset: Int) async throws -> Set<UserID> {
                Set(try await page(fixture, on: .date(fixture.today.advanced(by: offset))).items.map(\.userId))
            }
            #expect(try await users(0) == [olena, early])
            #expect(try await users(-5) == [olena, early])
            // It is noon in UTC and two o'clock of the next day on Kiritimati.
            #expect(try await users(-6) == [olena])
            #expect(try await users(1) == [early])
            for offset in [-7, 2] { #expect(try await users(offset).isEmpty) }
        }
    }

    @Test(arguments: [
        "", "1", "1-0-x", "1-100-0192f0c1-2b4e-7d11-8a55-3c1f0a9b7e42", "01-0-0192f0c1-2b4e-7d11-8a55-3c1f0a9b7e42",
    ])
    func `a cursor of another form is refused`(cursor: String) async throws {
        try await LeaderboardFixture.use { fixture in
            #expect(await refusal { try await page(fixture, after: cursor) } == .invalid)
        }
    }

    @Test func `a user that logs something between two pages moves away without an error`() async throws {
        try await LeaderboardFixture.use { fixture in
            let olena = try await fixture.person("Olena", foods: true)
            let petro = try await fixture.person("Petro", foods: true)
            try await fixture.eat(olena, ["Soup", "Bread", "Tea"], at: "2026-03-10T09:00:00Z")
            try await fixture.eat(petro, ["Rice"], at: "2026-03-10T08:00:00Z")
            let first = try await page(fixture, limit: 2)
            try await fixture.eat(olena, ["Soup"], at: "2026-03-10T10:00:00Z")
            let second = try await page(fixture, limit: 2, after: first.nextCursor)
            #expect((second.items.map(\.food.name), second.nextCursor) == (["Rice"], nil))
        }
    }

    @Test func `images are asked for in the name of the process, and a list without them is complete`() async throws {
        try await LeaderboardFixture.use { fixture in
            let olena = try await fixture.person("Olena", foods: true)
            let entry = try #require(try await fixture.eat(olena, ["Soup"], at: "2026-03-10T09:00:00Z").first)
            try await fixture.day(olena, 0)
            fixture.images.add(olena)
            fixture.images.add(entry)
            let item = try #require(try await page(fixture).items.first)
            #expect((item.imageURL, item.food.imageURL) == (olena.description, entry.description))
            let day = try await fixture.service.day(
                LeaderboardDay(id: olena, date: .today),
                fixture.context(.make())
            )
            #expect(day.foods?.map(\.imageURL) == [entry.description])
            #expect(fixture.images.contexts.allSatisfy { $0.principal == nil && $0.deadline.millisecondsLeft <= 1_000 })
            fixture.images.fail(.unavailable)
            let bare = try #require(try await page(fixture).items.first)
            #expect((bare.food.name, bare.imageURL, bare.food.imageURL) == ("Soup", nil, nil))
        }
    }

    @Test func `boards, groups and challenges have the images of users that share`() async throws {
        try await LeaderboardFixture.use { fixture in
            let olena = try await fixture.person("Olena")
            let hidden = try await fixture.person("Hidden", shares: false)
            for user in [olena, hidden] {
                try await fixture.days(user, -1...0)
                fixture.images.add(user)
            }
            let top = try await fixture.top(.logged, as: olena)
            #expect(top.items.map(\.imageURL) == [olena.description])
            #expect(top.me?.imageURL == olena.description)
            #expect(try await fixture.top(.logged).me == nil)
            let shown = try await fixture.service.user(LeaderboardUser(id: olena), fixture.context(hidden))
            #expect(shown.imageURL == olena.description)
            let group = try await fixture.group(of: olena, with: [hidden])
            #expect(group.members.map(\.imageURL) == [olena.description, nil])
            #expect(group.standing.map(\.imageURL) == [olena.description])
            let challenge = try await fixture.challenge(in: group.id, .logged, 0...0, as: hidden)
            #expect(challenge.standing.map(\.imageURL) == [olena.description])
        }
    }
}
