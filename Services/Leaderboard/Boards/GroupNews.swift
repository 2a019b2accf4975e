package import Contracts

/// Which groups have changed lately, and whom that concerns: as many as one answer can hold.
package struct GroupNews: Sendable {
    /// A group that stands otherwise than before.
    package struct Change: Sendable {
        let group: GroupID
        /// Its challenges that have not ended, whose standings follow from the same days, and those that have ended now.
        let challenges: Set<ChallengeID>
        /// Its members, and those who have been until now.
        let people: Set<UserID>

        package init(group: GroupID, challenges: Set<ChallengeID>, people: Set<UserID>) {
            (self.group, self.challenges, self.people) = (group, challenges, people)
        }

        /// What it takes of an answer, in ids.
        fileprivate var size: Int { GroupNews.frameSize + people.count + challenges.count }
    }

    /// Ids in the changes that are kept; in an answer each takes some forty bytes, of a megabyte at most.
    package static let sizeMax = 10_000
    /// What a change takes besides its people and challenges: its own id, its version and the names of fields.
    private static let frameSize = 3

    private var changes: [GroupID: (version: Int, change: Change)] = [:]
    private var size = 0
    /// The newest change that was forgotten to make room; whoever asks from before it may miss some.
    package private(set) var forgotten = Int.min

    package init() {}

    /// Keeps changes under the place at which they are told.
    package mutating func tell(_ new: [Change], at place: Int) {
        for change in new {
            remove(change.group)
            changes[change.group] = (place, change)
            size += change.size
        }
        guard size > Self.sizeMax else { return }
        // Half at once, so that it is seldom done.
        for (version, change) in changes.values.sorted(by: { $0.version < $1.version })
        where size > Self.sizeMax / 2 {
            remove(change.group)
            forgotten = version
        }
    }

    /// What has changed behind a place, as far as it is kept.
    package func since(_ place: Int) -> [LeaderboardBoards.Item] {
        changes.values.filter { $0.version > place }.sorted { $0.version < $1.version }.map { version, change in
            LeaderboardBoards.Item(
                kind: .group,
                id: change.group.description,
                version: version,
                members: change.people.sorted(),
                challenges: change.challenges.sorted()
            )
        }
    }

    private mutating func remove(_ group: GroupID) {
        guard let old = changes.removeValue(forKey: group) else { return }
        size -= old.change.size
    }
}
