import Contracts
import Foundation
import Leaderboard
import Testing

@Suite(.timeLimit(.minutes(5)))
struct BoardChangeLogTests {
    private static func position(_ fixture: LeaderboardFixture) -> Int {
        fixture.boards.changeLog.reply(to: LeaderboardBoards()).position
    }

    @Test func `a change is listed for its boards once it can be read`() async throws {
        try await LeaderboardFixture.use { fixture in
            let (changeLog, begin) = (fixture.boards.changeLog, Self.position(fixture))
            let user = try await fixture.person("Olena")
            #expect(try await changeLog.assignVersion(in: fixture.store) == nil)
            try await fixture.day(user, -1)
            #expect(changeLog.reply(to: LeaderboardBoards(after: begin)).items.isEmpty)
            let first = try await changeLog.assignVersion(in: fixture.store)
            #expect(first == begin + 1)
            let listed = changeLog.reply(to: LeaderboardBoards(after: begin))
            #expect(listed.position == begin + 1)
            #expect(listed.items.map(\.id) == Board.allCases.map(\.id))
            #expect(listed.items.allSatisfy { $0.version == begin + 1 && $0.kind == .board && $0.members == nil })
            try await fixture.day(user, -1, kcal: 1_000)
            #expect(try await changeLog.assignVersion(in: fixture.store) == begin + 2)
            let changed = changeLog.reply(to: LeaderboardBoards(after: listed.position))
            #expect(changed.items.map(\.id) == ["week.adherence", "month.adherence"])
            #expect(changeLog.reply(to: LeaderboardBoards(after: changed.position)).items.isEmpty)
        }
    }

    /// Returns the changes of groups after a position, and the new position.
    private static func groups(_ fixture: LeaderboardFixture, since position: Int) async throws
        -> (items: [LeaderboardBoards.Item], position: Int)
    {
        _ = try await fixture.boards.changeLog.assignVersion(in: fixture.store)
        let reply = fixture.boards.changeLog.reply(to: LeaderboardBoards(after: position))
        #expect(!reply.isIncomplete)
        return (reply.items.filter { $0.kind == .group }, reply.position)
    }

    @Test func `a group's change names its members and a removed member`() async throws {
        try await LeaderboardFixture.use { fixture in
            let (olena, somchai) = (try await fixture.person("Olena"), try await fixture.person("Somchai"))
            let group = try await fixture.group(of: olena)
            let made = try await Self.groups(fixture, since: Self.position(fixture))
            #expect(made.items.map(\.members) == [[olena]])
            var position = made.position
            func changes() async throws -> [LeaderboardBoards.Item] {
                let groups = try await Self.groups(fixture, since: position)
                position = groups.position
                #expect(groups.items.allSatisfy { $0.id == group.id.description && $0.version == groups.position })
                return groups.items
            }
            try await fixture.join(group, as: somchai)
            #expect(try await changes().map { Set($0.members ?? []) } == [[olena, somchai]])
            try await fixture.day(somchai, 0)
            #expect(try await changes().map { Set($0.members ?? []) } == [[olena, somchai]])
            let challenge = try await fixture.challenge(in: group.id, .logged, 0...6, as: olena)
            #expect(try await changes().map(\.challenges) == [[challenge.id]])
            _ = try await fixture.rename(group.id, "Colleagues", as: olena)
            #expect(try await changes().map { Set($0.members ?? []) } == [[olena, somchai]])
            // Clients that show the challenge learn that it is removed.
            try await fixture.removeChallenge(challenge.id, as: olena)
            #expect(try await changes().map(\.challenges) == [[challenge.id]])
            try await fixture.day(olena, 0)
            #expect(try await changes().map(\.challenges) == [[]])
            try await fixture.removeMember(somchai, from: group.id, as: olena)
            #expect(try await changes().map { Set($0.members ?? []) } == [[olena, somchai]])
            try await fixture.day(somchai, 1)
            #expect(try await changes().isEmpty)
        }
    }

    @Test func `the removal of a group names all former members`() async throws {
        try await LeaderboardFixture.use { fixture in
            let (olena, somchai) = (try await fixture.person("Olena"), try await fixture.person("Somchai"))
            let group = try await fixture.group(of: olena, with: [somchai])
            let position = try await Self.groups(fixture, since: Self.position(fixture)).position
            _ = try await fixture.service.removeGroup(LeaderboardGroupsRemove(id: group.id), fixture.context(olena))
            let items = try await Self.groups(fixture, since: position).items
            #expect(items.map { Set($0.members ?? []) } == [[olena, somchai]])
        }
    }

    @Test func `changes of more groups than one reply holds are marked incomplete`() throws {
        var changeLog = GroupChangeLog()
        for position in 1...100 {
            let people = Set((0..<150).map { _ in UserID.make() })
            changeLog.record([GroupChangeLog.Change(group: .make(), challenges: [], people: people)], version: position)
            let stored = changeLog.items(after: 0)
            #expect(stored.reduce(0) { $0 + ($1.members?.count ?? 0) } <= GroupChangeLog.maximumSize)
            #expect(stored.last?.version == position)
            // Changes that are no longer stored are known to be missing.
            #expect(stored.first?.version ?? 0 == max(1, changeLog.discardedVersion + 1))
        }
        #expect(changeLog.discardedVersion > 0)
    }

    @Test func `groups without members or with many challenges stay within the size limit`() throws {
        for challenges in [0, 20] {
            var changeLog = GroupChangeLog()
            for position in 1...40 {
                let changes = (0..<500).map { _ in
                    GroupChangeLog.Change(
                        group: .make(),
                        challenges: Set((0..<challenges).map { _ in ChallengeID.make() }),
                        people: []
                    )
                }
                changeLog.record(changes, version: position)
                let stored = changeLog.items(after: 0)
                #expect(stored.count * (1 + challenges) <= GroupChangeLog.maximumSize)
                // One reply, including its envelope.
                let reply = LeaderboardBoards.Reply(position: position, items: stored, isIncomplete: true)
                #expect(try PayloadCoder.encode(reply).count <= 900_000)
            }
            #expect(changeLog.discardedVersion > 0)
        }
    }

    @Test func `a position of an earlier process returns every board with higher versions`() async throws {
        try await LeaderboardFixture.use { fixture in
            let old = Self.position(fixture)
            let later = BoardChangeLog(startedAt: fixture.now.addingTimeInterval(60))
            for position in [old, 0, Int.max] {
                let reply = later.reply(to: LeaderboardBoards(after: position))
                #expect(reply.items.count == Board.allCases.count)
                #expect(reply.items.allSatisfy { $0.version > old })
                #expect(later.reply(to: LeaderboardBoards(after: reply.position)).items.isEmpty)
            }
        }
    }
}
