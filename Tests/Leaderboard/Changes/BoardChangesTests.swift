import Contracts
import Leaderboard
import Storage
import Testing

/// Changed boards and groups become events of the leaderboard.
@Suite(.timeLimit(.minutes(5)))
struct BoardChangesTests {
    /// Publishes the changes so far, and returns the new events.
    private struct Follower {
        let fixture: LeaderboardFixture
        private var position = EventsSince(epoch: nil, sequence: 0)

        init(_ fixture: LeaderboardFixture) async throws {
            self.fixture = fixture
            _ = try await next()
        }

        mutating func next() async throws -> [Event] {
            try await fixture.boards.changes.publish(in: fixture.store)
            let reply = try await fixture.store.events(since: position, source: .leaderboard)
            position = EventsSince(epoch: reply.epoch, sequence: reply.last)
            return reply.events
        }

        /// Returns the boards among the new events.
        mutating func boards() async throws -> [String?] {
            let events = try await next().filter { $0.type == BoardChanged.type }
            #expect(events.allSatisfy { $0.subject == .noUser && !$0.isScrubbed })
            return try events.map { try $0.data.decode(BoardChanged.self).board }
        }

        /// Returns the users with new events of a group, and the challenges in them.
        mutating func changes(of group: GroupID) async throws -> (people: Set<UserID>, challenges: Set<[ChallengeID]>) {
            let events = try await next().filter { $0.type == GroupChanged.type }
            let changes = try events.map { try $0.data.decode(GroupChanged.self) }
            #expect(changes.allSatisfy { $0.group == group })
            #expect(Set(events.map(\.subject)).count == events.count)
            return (Set(events.map(\.subject)), Set(changes.map(\.challenges)))
        }
    }

    @Test func `a change is published for its boards once it can be read`() async throws {
        try await LeaderboardFixture.use { fixture in
            var follower = try await Follower(fixture)
            let user = try await fixture.person("Olena")
            #expect(try await follower.next().isEmpty)
            try await fixture.day(user, -1)
            #expect(try await follower.boards() == Board.allCases.map(\.id))
            try await fixture.day(user, -1, kcal: 1_000)
            try await fixture.day(user, -1, kcal: 1_500)
            // Two changes within an interval are one event for each board.
            #expect(try await follower.boards() == ["week.adherence", "month.adherence"])
            #expect(try await follower.boards().isEmpty)
        }
    }

    @Test func `the first event of a process says that anything may have changed`() async throws {
        try await LeaderboardFixture.use { fixture in
            try await fixture.boards.changes.publish(in: fixture.store)
            let start = EventsSince(epoch: nil, sequence: 0)
            let events = try await fixture.store.events(since: start, source: .leaderboard).events
            #expect(try events.map { try $0.data.decode(BoardChanged.self).board } == [nil])
        }
    }

    @Test func `a group's change concerns its members and a removed member`() async throws {
        try await LeaderboardFixture.use { fixture in
            let (olena, somchai) = (try await fixture.person("Olena"), try await fixture.person("Somchai"))
            var follower = try await Follower(fixture)
            let group = try await fixture.group(of: olena)
            #expect(try await follower.changes(of: group.id).people == [olena])
            try await fixture.join(group, as: somchai)
            #expect(try await follower.changes(of: group.id).people == [olena, somchai])
            try await fixture.day(somchai, 0)
            #expect(try await follower.changes(of: group.id).people == [olena, somchai])
            let challenge = try await fixture.challenge(in: group.id, .logged, 0...6, as: olena)
            #expect(try await follower.changes(of: group.id).challenges == [[challenge.id]])
            _ = try await fixture.rename(group.id, "Colleagues", as: olena)
            #expect(try await follower.changes(of: group.id).people == [olena, somchai])
            // Clients that show the challenge learn that it is removed.
            try await fixture.removeChallenge(challenge.id, as: olena)
            #expect(try await follower.changes(of: group.id).challenges == [[challenge.id]])
            try await fixture.day(olena, 0)
            #expect(try await follower.changes(of: group.id).challenges == [[]])
            try await fixture.removeMember(somchai, from: group.id, as: olena)
            #expect(try await follower.changes(of: group.id).people == [olena, somchai])
            try await fixture.day(somchai, 1)
            #expect(try await follower.changes(of: group.id).people.isEmpty)
        }
    }

    @Test func `the removal of a group concerns all former members`() async throws {
        try await LeaderboardFixture.use { fixture in
            let (olena, somchai) = (try await fixture.person("Olena"), try await fixture.person("Somchai"))
            let group = try await fixture.group(of: olena, with: [somchai])
            var follower = try await Follower(fixture)
            _ = try await fixture.service.removeGroup(LeaderboardGroupsRemove(id: group.id), fixture.context(olena))
            #expect(try await follower.changes(of: group.id).people == [olena, somchai])
        }
    }

    @Test func `a removed member that is erased before the next event has none`() async throws {
        try await LeaderboardFixture.use { fixture in
            let (olena, somchai) = (try await fixture.person("Olena"), try await fixture.person("Somchai"))
            let group = try await fixture.group(of: olena, with: [somchai])
            var follower = try await Follower(fixture)
            try await fixture.removeMember(somchai, from: group.id, as: olena)
            try await fixture.erase(somchai)
            #expect(try await follower.changes(of: group.id).people == [olena])
        }
    }
}
