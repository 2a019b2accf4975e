import Contracts
package import Storage

extension ProfileService {
    /// Every profile as others know it, and its whole history of targets.
    package static let snapshot = SnapshotSource(
        people: { after, limit, reader in try reader.people(after: after, limit: limit) },
        facts: { user, reader in
            guard let row = try reader.profile(of: user) else { return [] }
            let targets = try reader.targets(of: user).map { period in
                try SnapshotSource.Fact(TargetChanged(target: period), key: period.from.description)
            }
            return [try .init(row.fields.event)] + targets
        }
    )
}
