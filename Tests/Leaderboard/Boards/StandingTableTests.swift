import Calendar
import Contracts
import Foundation
import Leaderboard
import SeededRandom
import Storage
import Testing

/// Compares the stored boards with boards computed from all events by a second, simple implementation.
@Suite(.timeLimit(.minutes(5)))
struct StandingTableTests {
    @Test(arguments: [1, 2, 3, 4, 5, 6])
    func `boards equal a recomputation after random events and waits`(seed: Int) async throws {
        try await LeaderboardFixture.use { fixture in
            var random = SeededGenerator(seed: seed)
            var users = RandomUsers(size: 9)
            for step in 0..<250 {
                try await users.change(fixture, &random)
                if step % 5 == 0 { try await users.compare(fixture.service, fixture, "seed \(seed), step \(step)") }
            }
            // A restarted process reads the boards that the previous one stored.
            let boards = Boards { fixture.now }
            let rollover = DayRollover(store: fixture.store, boards: boards)
            let restarted = LeaderboardService(store: fixture.store, boards: boards, rollover: rollover)
            for _ in 0..<3 {
                try await users.compare(restarted, fixture, "seed \(seed), after a restart")
                fixture.advance(days: 1)
            }
        }
    }

    @Test func `buckets count exactly the lines of each score`() async throws {
        try await LeaderboardFixture.use { fixture in
            var random = SeededGenerator(seed: 7)
            var users = RandomUsers(size: 12)
            for _ in 0..<400 { try await users.change(fixture, &random) }
            try await fixture.rollover.run()
            let counts = try await fixture.store.read { reader in
                try [
                    "SELECT board || ' ' || score || ' ' || people AS line FROM bucket ORDER BY 1",
                    """
                    SELECT board || ' ' || score || ' ' || count(*) AS line FROM standing
                    GROUP BY board, score ORDER BY 1
                    """,
                ].map { try reader.rows($0).map { try $0.value("line", as: String.self) } }
            }
            #expect(counts[0] == counts[1])
            #expect(!counts[0].isEmpty)
        }
    }
}

/// Users with random events, and the last event of each.
private struct RandomUsers {
    private struct Member {
        let user = UserID.make()
        var name: String
        var shares = true
        var zone: (name: String, hours: Double) = ("UTC", 0)
        var dayStartHour = 0
        var isKnown = false
        var days: [Int: DayChanged] = [:]
    }

    /// Zones without summer time, with their offset from UTC in hours.
    private static let zones: [(name: String, hours: Double)] = [
        ("UTC", 0), ("Etc/GMT+12", -12), ("Pacific/Kiritimati", 14), ("Asia/Kathmandu", 5.75), ("Nowhere/Land", 0),
    ]
    private static let names = ["Anna", "Bela", "Zoe", "Ümit", "Åsa"]

    private var members: [Member]

    init(size: Int) {
        members = (0..<size).map { Member(name: Self.names[$0 % Self.names.count]) }
    }

    /// Applies a random event, or advances the clock.
    mutating func change(_ fixture: LeaderboardFixture, _ random: inout SeededGenerator) async throws {
        let index = Int.random(in: members.indices, using: &random)
        switch Int.random(in: 0..<20, using: &random) {
        case 0: fixture.advance(days: Double.random(in: 0.01...0.6, using: &random))
        case 1: fixture.advance(days: Double(Int.random(in: 1...3, using: &random)))
        case 2, 3:
            members[index].name = Self.names.randomElement(using: &random) ?? "Anna"
            members[index].shares = Int.random(in: 0..<5, using: &random) > 0
            members[index].zone = Self.zones.randomElement(using: &random) ?? ("UTC", 0)
            members[index].dayStartHour = [0, 0, 4, 23].randomElement(using: &random) ?? 0
            try await publishProfile(index, fixture)
        default:
            if !members[index].isKnown, Bool.random(using: &random) { try await publishProfile(index, fixture) }
            let near = Bool.random(using: &random) ? -3...2 : -40...6
            let day = DayChanged(
                date: fixture.today.advanced(by: Int.random(in: near, using: &random)),
                kcal: Double(Int.random(in: 0...25, using: &random) * 100),
                targetKcal: [nil, 600, 1_500, 2_000].randomElement(using: &random) ?? nil,
                entries: Int.random(in: 0...3, using: &random)
            )
            members[index].days[day.date.dayNumber] = day.entries > 0 ? day : nil
            try await fixture.apply(try fixture.event(day, of: members[index].user, from: .diary))
        }
    }

    private mutating func publishProfile(_ index: Int, _ fixture: LeaderboardFixture) async throws {
        members[index].isKnown = true
        let member = members[index]
        try await fixture.person(
            member.name,
            user: member.user,
            shares: member.shares,
            timeZone: member.zone.name,
            dayStartHour: member.dayStartHour
        )
    }

    func compare(_ service: LeaderboardService, _ fixture: LeaderboardFixture, _ comment: String) async throws {
        for board in Board.allCases {
            let expected = Standing.rows(of: members.compactMap { entry(of: $0, board, fixture.now) })
            for member in members {
                let context = RequestContext.own(
                    principal: Principal(user: member.user, roles: [.user], session: .make())
                )
                let request = LeaderboardTop(period: board.period, metric: board.metric, limit: 100)
                let reply = try await service.top(request, context)
                #expect(reply.items == expected, "\(board.id), \(comment)")
                #expect(reply.me == expected.first { $0.userId == member.user }, "\(board.id), \(comment)")
            }
        }
    }

    private func entry(of member: Member, _ board: Board, _ now: Date) -> Standing.Entry? {
        guard member.isKnown, member.shares else { return nil }
        let wallClockSeconds = now.timeIntervalSince1970 + (member.zone.hours - Double(member.dayStartHour)) * 3_600
        let today = Int((wallClockSeconds / 86_400).rounded(.down))
        let last = member.days[today] == nil ? today - 1 : today
        let first = last + 1 - board.period.days
        let within = member.days.filter { (first...last).contains($0.key) }.values
        let over = member.days.filter { (today - board.period.days..<today).contains($0.key) }.values
        guard board.metric == .adherence ? !over.isEmpty : !within.isEmpty else { return nil }
        let score: Double
        switch board.metric {
        case .logged: score = Double(within.count)
        case .streak:
            var count = 0
            while member.days[last - count] != nil { count += 1 }
            score = Double(count)
        case .adherence:
            let sum = over.sorted { $0.date < $1.date }.reduce(0) { $0 + Self.adherence($1) }
            score = (sum / Double(board.period.days) * 1_000).rounded() / 10
        }
        return Standing.Entry(user: member.user, name: member.name, score: score)
    }

    private static func adherence(_ day: DayChanged) -> Double {
        guard let stored = day.targetKcal else { return 0 }
        let target = Double(max(stored, 1_200))
        return max(0, 1 - abs(day.kcal - target) / target)
    }
}
