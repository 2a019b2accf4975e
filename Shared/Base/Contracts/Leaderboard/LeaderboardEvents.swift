package import JSONCoding

/// A board of all users has changed.
///
/// It has no subject. Nothing but the hint for devices depends on it, so its service stores it for an hour.
package struct BoardChanged: EventPayload, Equatable {
    package static let type = EventType(rawValue: "leaderboard.board.changed")
    package static let sentence = "A board of all users has changed; any board or group if it names none."

    /// `week.adherence` and the like; null if any board or group may have changed, because the service was restarted.
    @Nullable package var board: String?

    package init(board: String?) {
        self.board = board
    }
}

/// A group of the subject has changed: its name, its members, its challenges or its standings.
///
/// Also for a user that has just left. It is stored for an hour, as ``BoardChanged``.
package struct GroupChanged: EventPayload, Equatable {
    package static let type = EventType(rawValue: "leaderboard.group.changed")
    package static let sentence = "A group of the user has changed: its name, members, challenges or standings."

    package var group: GroupID
    /// Open challenges, with standings that depend on the same days, and challenges that have just ended.
    package var challenges: [ChallengeID]

    package init(group: GroupID, challenges: [ChallengeID]) {
        self.group = group
        self.challenges = challenges
    }
}
