import Contracts
import Foundation
import Leaderboard
import Storage
import Testing

@Suite(.timeLimit(.minutes(5)))
struct GroupTests {
    @Test func `a removed member cannot rejoin with the old code`() async throws {
        try await LeaderboardFixture.use { fixture in
            let (olena, petro) = (try await fixture.person("Olena"), try await fixture.person("Petro"))
            let group = try await fixture.group(of: olena, with: [petro])
            try await fixture.removeMember(petro, from: group.id, as: olena)
            #expect(await refusal { try await fixture.join(group, as: petro) } == .notFound)
            try await fixture.join(try await fixture.group(group.id, as: olena), as: petro)
        }
    }

    @Test func `the creator owns the group, and others join by its code`() async throws {
        try await LeaderboardFixture.use { fixture in
            let (olena, petro) = (try await fixture.person("Olena"), try await fixture.person("Petro"))
            let group = try await fixture.group(of: olena, name: "  Neighbours ")
            #expect((group.name, group.owner, group.version) == ("Neighbours", olena, 1))
            #expect(group.code.wholeMatch(of: #/([0-9A-Z]{5}-){3}[0-9A-Z]{5}/#) != nil)
            #expect(group.members.map(\.userId) == [olena])
            // The code as a user might type it.
            let typed = group.code.lowercased().replacing("-", with: " ").replacing("1", with: "l")
            let joined = try await fixture.service.joinGroup(LeaderboardGroupsJoin(code: typed), fixture.context(petro))
            #expect(joined.members.map(\.name) == ["Olena", "Petro"])
            #expect(joined.version == 2)
            #expect(try await fixture.join(group, as: petro) == joined)
            #expect(try await fixture.group(group.id, as: olena) == joined)
            let list = try await fixture.service.groups(LeaderboardGroupsList(), fixture.context(petro))
            #expect(list.items == [.init(id: group.id, name: "Neighbours", owner: olena, members: 2, version: 2)])
        }
    }

    @Test func `a group created twice under one idempotency key is one group`() async throws {
        try await LeaderboardFixture.use { fixture in
            let olena = try await fixture.person("Olena")
            let request = LeaderboardGroupsAdd(name: "Neighbours")
            let first = try await fixture.service.addGroup(request, fixture.context(olena, key: "one"))
            let second = try await fixture.service.addGroup(request, fixture.context(olena, key: "one"))
            #expect(first == second)
            let list = try await fixture.service.groups(LeaderboardGroupsList(), fixture.context(olena))
            #expect(list.items.count == 1)
        }
    }

    @Test func `a group is not found for a user that is no member`() async throws {
        try await LeaderboardFixture.use { fixture in
            let (olena, petro) = (try await fixture.person("Olena"), try await fixture.person("Petro"))
            let group = try await fixture.group(of: olena)
            let challenge = try await fixture.challenge(in: group.id, .logged, 0...3, as: olena)
            let service = fixture.service
            #expect(await refusal { try await fixture.group(group.id, as: petro) } == .notFound)
            #expect(await refusal { try await fixture.challenge(challenge.id, as: petro) } == .notFound)
            #expect(await refusal { try await fixture.challenge(in: group.id, .logged, 0...3, as: petro) } == .notFound)
            for member in [olena, petro] {
                #expect(
                    await refusal { try await fixture.removeMember(member, from: group.id, as: petro) } == .notFound
                )
            }
            let remove = LeaderboardGroupsRemove(id: group.id)
            #expect(await refusal { try await service.removeGroup(remove, fixture.context(petro)) } == .notFound)
            let renew = LeaderboardGroupsCodeRenew(id: group.id)
            #expect(await refusal { try await service.renewCode(renew, fixture.context(petro)) } == .notFound)
            #expect(try await service.groups(LeaderboardGroupsList(), fixture.context(petro)).items.isEmpty)
            #expect(try await fixture.group(group.id, as: olena).members.map(\.userId) == [olena])
        }
    }

    @Test func `only the owner removes members, the code or the group`() async throws {
        try await LeaderboardFixture.use { fixture in
            let (olena, petro) = (try await fixture.person("Olena"), try await fixture.person("Petro"))
            let group = try await fixture.group(of: olena, with: [petro])
            let service = fixture.service
            #expect(await refusal { try await fixture.removeMember(olena, from: group.id, as: petro) } == .forbidden)
            let remove = LeaderboardGroupsRemove(id: group.id)
            #expect(await refusal { try await service.removeGroup(remove, fixture.context(petro)) } == .forbidden)
            let renew = LeaderboardGroupsCodeRenew(id: group.id)
            #expect(await refusal { try await service.renewCode(renew, fixture.context(petro)) } == .forbidden)
            #expect(await refusal { try await fixture.removeMember(.make(), from: group.id, as: olena) } == .notFound)

            try await fixture.removeMember(petro, from: group.id, as: olena)
            #expect(await refusal { try await fixture.group(group.id, as: petro) } == .notFound)
            _ = try await service.removeGroup(remove, fixture.context(olena))
            #expect(await refusal { try await fixture.group(group.id, as: olena) } == .notFound)
        }
    }

    @Test func `an owner renames a group, and its members see the new name`() async throws {
        try await LeaderboardFixture.use { fixture in
            let (olena, petro) = (try await fixture.person("Olena"), try await fixture.person("Petro"))
            let group = try await fixture.group(of: olena, with: [petro])
            let renamed = try await fixture.rename(group.id, " Colleagues ", as: olena, ifVersion: group.version)
            #expect((renamed.name, renamed.code, renamed.version) == ("Colleagues", group.code, group.version + 1))
            #expect(try await fixture.group(group.id, as: petro) == renamed)
            // Setting the same name again changes nothing.
            #expect(try await fixture.rename(group.id, "Colleagues", as: olena) == renamed)
            #expect(await refusal { try await fixture.rename(group.id, "Mine", as: petro) } == .forbidden)
            #expect(await refusal { try await fixture.rename(group.id, "Mine", as: .make()) } == .notFound)
            #expect(await refusal { try await fixture.rename(group.id, "  ", as: olena) } == .invalid)
            let error = await #expect(throws: ServiceError.self) {
                try await fixture.rename(group.id, "Late", as: olena, ifVersion: group.version)
            }
            #expect(error?.code == .versionMismatch)
            #expect(try error?.current?.decode(LeaderboardGroup.self) == renamed)
            #expect(try await fixture.group(group.id, as: olena) == renamed)
        }
    }

    @Test func `a renewed code makes the old one invalid`() async throws {
        try await LeaderboardFixture.use { fixture in
            let (olena, petro) = (try await fixture.person("Olena"), try await fixture.person("Petro"))
            let old = try await fixture.group(of: olena)
            let request = LeaderboardGroupsCodeRenew(id: old.id)
            let new = try await fixture.service.renewCode(request, fixture.context(olena))
            #expect(new.code != old.code)
            #expect(new.version == old.version + 1)
            #expect(await refusal { try await fixture.join(old, as: petro) } == .notFound)
            for code in ["", "?", "00000-00000-00000-00000"] {
                let join = LeaderboardGroupsJoin(code: code)
                #expect(
                    await refusal { try await fixture.service.joinGroup(join, fixture.context(petro)) } == .notFound
                )
            }
            #expect(try await fixture.join(new, as: petro).members.count == 2)
        }
    }

    @Test func `a leaving owner is succeeded by the longest member, the last one ends the group`() async throws {
        try await LeaderboardFixture.use { fixture in
            let olena = try await fixture.person("Olena")
            // Both join within the same second.
            let others = [try await fixture.person("Petro"), try await fixture.person("Anna")]
            let group = try await fixture.group(of: olena, with: others.reversed())
            let challenge = try await fixture.challenge(in: group.id, .logged, 0...3, as: olena)
            try await fixture.removeMember(olena, from: group.id, as: olena)
            let handed = try await fixture.group(group.id, as: others[0])
            #expect(handed.owner == others[1])
            #expect(handed.members.map(\.userId) == others.reversed())
            try await fixture.removeMember(others[0], from: group.id, as: others[1])
            try await fixture.removeMember(others[1], from: group.id, as: others[1])
            #expect(await refusal { try await fixture.join(group, as: olena) } == .notFound)
            #expect(await refusal { try await fixture.challenge(challenge.id, as: olena) } == .notFound)
            for table in ["team", "team_member", "challenge"] {
                let rows: Int? = try await fixture.store.read { try $0.scalar("SELECT count(*) FROM \(table)") }
                #expect(rows == 0)
            }
        }
    }

    @Test func `a group's standing equals the board restricted to sharing members`() async throws {
        try await LeaderboardFixture.use { fixture in
            let (olena, petro) = (try await fixture.person("Olena"), try await fixture.person("Petro"))
            let (hidden, idle) = (try await fixture.person("Hidden", shares: false), try await fixture.person("Idle"))
            let stranger = try await fixture.person("Stranger")
            try await fixture.days(olena, -49...0)
            try await fixture.days(petro, -3 ... -1)
            try await fixture.day(petro, 0, kcal: 1_000)
            for user in [hidden, stranger] { try await fixture.days(user, -9...0) }
            let group = try await fixture.group(of: olena, with: [petro, hidden, idle])
            #expect(group.members.map(\.shares) == [true, true, false, true])
            for metric in LeaderboardTop.Metric.allCases {
                for period in LeaderboardTop.Period.allCases {
                    let standing = try await fixture.group(group.id, as: hidden, metric, period).standing
                    #expect(standing.map(\.userId) == [olena, petro])
                    #expect(standing.map(\.rank) == [1, 2])
                    for row in standing {
                        let score = try await fixture.score(row.userId, metric, period)
                        #expect(row.score == score)
                    }
                }
            }
            #expect(try await fixture.group(group.id, as: petro).standing.map(\.score) == [100, 42.9])

            try await fixture.person("Olena", user: olena, shares: false)
            let without = try await fixture.group(group.id, as: petro)
            #expect(without.standing.map(\.userId) == [petro])
            #expect(without.members.map(\.name) == ["Olena", "Petro", "Hidden", "Idle"])
            #expect(without.members.map(\.shares) == [false, true, false, true])
        }
    }

    @Test func `a member without a profile has no name and no rank`() async throws {
        try await LeaderboardFixture.use { fixture in
            let unknown = UserID.make()
            try await fixture.day(unknown, 0)
            let group = try await fixture.group(of: unknown)
            #expect(group.members.map(\.name) == [nil])
            #expect(group.members.map(\.shares) == [false])
            #expect(group.standing.isEmpty)
        }
    }

    @Test(arguments: ["", "   ", String(repeating: "n", count: 65), "a\u{7}b", String(repeating: "👨‍👩‍👧‍👦", count: 11)])
    func `an invalid group name is refused`(name: String) async throws {
        try await LeaderboardFixture.use { fixture in
            let error = await #expect(throws: ServiceError.self) {
                try await fixture.service.addGroup(LeaderboardGroupsAdd(name: name).checked(), fixture.context(.make()))
            }
            #expect(error?.code == .invalid)
            #expect(error?.details.map(\.field) == ["name"])
        }
    }

    @Test func `the maximum of groups per user and of members per group is enforced`() async throws {
        try await LeaderboardFixture.use { fixture in
            let user = try await fixture.person("Olena")
            var groups: [LeaderboardGroup] = []
            for _ in 0..<GroupLimits.groupsMax { groups.append(try await fixture.group(of: user)) }
            #expect(await refusal { try await fixture.group(of: user) } == .conflict)
            let other = try await fixture.group(of: .make())
            #expect(await refusal { try await fixture.join(other, as: user) } == .conflict)
            #expect(try await fixture.join(groups[3], as: user) == groups[3])
            try await fixture.removeMember(user, from: groups[0].id, as: user)
            try await fixture.join(other, as: user)

            for _ in 2..<GroupLimits.membersMax { try await fixture.join(other, as: .make()) }
            #expect(await refusal { try await fixture.join(other, as: .make()) } == .conflict)
            #expect(try await fixture.group(other.id, as: user).members.count == GroupLimits.membersMax)
        }
    }
}
