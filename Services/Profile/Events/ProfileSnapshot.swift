import Contracts
package import Storage

extension ProfileService {
    /// The snapshot of every profile's events: the profile, all its targets and all measured days.
    package static let snapshot = SnapshotSource(
        people: { after, limit, reader in try reader.people(after: after, limit: limit) },
        facts: { user, reader in
            guard let row = try reader.profile(of: user) else { return [] }
            let targets = try reader.targets(of: user).map { period in
                try SnapshotSource.Fact(TargetChanged(target: period))
            }
            let days = try reader.measuredDays(of: user).map { day in
                try SnapshotSource.Fact(day)
            }
            return [try .init(row.fields.event)] + targets + days
        }
    )
}
