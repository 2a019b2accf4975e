package import Contracts

/// Recent changes of groups with the users concerned, as many as fit into one reply.
package struct GroupChangeLog: Sendable {
    /// One change of a group.
    package struct Change: Sendable {
        let group: GroupID
        /// Open challenges, with standings that depend on the same days, and challenges that have just ended.
        let challenges: Set<ChallengeID>
        /// Members, and users that have just left.
        let people: Set<UserID>

        package init(group: GroupID, challenges: Set<ChallengeID>, people: Set<UserID>) {
            (self.group, self.challenges, self.people) = (group, challenges, people)
        }

        /// Size in a reply, in ids.
        fileprivate var size: Int { GroupChangeLog.frameSize + people.count + challenges.count }
    }

    /// Maximum total size of the stored changes, in ids.
    ///
    /// An id takes about 40 bytes of a reply of at most 1 MB.
    package static let maximumSize = 10_000
    /// Fixed size of a change, in ids: its own id, its version and the field names.
    private static let frameSize = 3

    private var changes: [GroupID: (version: Int, change: Change)] = [:]
    private var size = 0
    /// The newest version that was discarded to stay within the maximum size.
    ///
    /// A reply from before it is incomplete.
    package private(set) var discardedVersion = Int.min

    package init() {}

    /// Stores changes under a version.
    package mutating func record(_ new: [Change], version: Int) {
        for change in new {
            remove(change.group)
            changes[change.group] = (version, change)
            size += change.size
        }
        guard size > Self.maximumSize else { return }
        // Discards down to half the maximum, so that sorting is rare.
        for (version, change) in changes.values.sorted(by: { $0.version < $1.version })
        where size > Self.maximumSize / 2 {
            remove(change.group)
            discardedVersion = version
        }
    }

    /// Returns the stored changes after a position.
    package func items(after position: Int) -> [LeaderboardBoards.Item] {
        changes.values.filter { $0.version > position }.sorted { $0.version < $1.version }.map { version, change in
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
