import Calendar
import Contracts
import Testing

/// Events that change what devices show.
struct LiveEventTests {
    private static let user = UserID.make()
    private static let date = PlainDate(dayNumber: 20_000)

    private static func event(_ type: EventType, _ data: JSONText, of user: UserID = user) -> Event {
        Event(
            id: .make(),
            source: .profile,
            type: type,
            subject: user,
            time: "2026-01-01T00:00:00.000Z",
            sequence: 5,
            traceparent: nil,
            data: data
        )
    }

    private static func hints(_ payload: some EventPayload, of user: UserID = user) throws -> [LiveHint]? {
        let event = event(type(of: payload).type, try JSONText(payload), of: user)
        return try event.liveChange().flatMap { $0.hints(at: 5) }
    }

    @Test func `each visible change has hints with the position, or its own version`() throws {
        let profile = ProfileChanged(name: "Anna", timeZone: "UTC", dayStartHour: 0, weekStart: 1, shares: Shares())
        #expect(try Self.hints(profile) == [LiveHint(kind: .profile, version: 5)])
        let measured = DayMeasured(date: Self.date, weightKg: 60, exerciseKcal: nil)
        #expect(try Self.hints(measured) == [LiveHint(kind: .profile, date: Self.date, version: 5)])
        let plan = DiaryDataChanged(kind: .plan, date: nil, id: "p", version: 9)
        #expect(try Self.hints(plan) == [LiveHint(kind: .plan, id: "p", version: 9)])
        let (group, challenge) = (GroupID.make(), ChallengeID.make())
        #expect(
            try Self.hints(GroupChanged(group: group, challenges: [challenge])) == [
                LiveHint(kind: .group, id: group.description, version: 5),
                LiveHint(kind: .challenge, id: challenge.description, version: 5),
            ]
        )
    }

    @Test func `a change of all users has no subject, and is told from one of an erased user`() throws {
        #expect(try Self.hints(BoardChanged(board: "week.logged"), of: .noUser)?.count == 1)
        #expect(try Self.hints(BoardChanged(board: nil), of: .noUser) == nil)
        let erased = Self.event(DayChanged.type, JSONText(text: Event.scrubbedData), of: .noUser)
        #expect(try erased.isScrubbed && erased.liveChange() == nil)
    }

    @Test func `other types, and types of a newer version, have no hints`() throws {
        #expect(try Self.hints(AccountErased()) == nil)
        let unknown = Self.event(EventType(rawValue: "diary.mood.changed"), JSONText(text: #"{"mood":3}"#))
        #expect(try unknown.liveChange() == nil)
        #expect(try unknown.factKey().isEmpty)
        let read = try PayloadCoder.decodeReply(Event.self, from: try PayloadCoder.encode(unknown))
        #expect(read == unknown)
    }

    @Test func `gateways follow each service with such events`() {
        let live = ServiceDescription.all.filter { !$0.liveEvents.isEmpty }.map(\.name)
        #expect(Set(live).isSuperset(of: [.profile, .diary, .leaderboard]))
        #expect(!live.contains(.auth) && !live.contains(.catalog))
    }
}
