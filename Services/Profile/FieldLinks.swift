import Contracts

/// Binds a field of a change to the field of the profile that it changes.
struct FieldLink: Sendable {
    let name: String
    let isNamed: @Sendable (ProfileChange) -> Bool
    let apply: @Sendable (ProfileChange, inout ProfileFields) -> Void

    /// Creates a binding for a field that always has a value.
    private static func fixed<Value>(
        _ name: String,
        _ change: any WritableKeyPath<ProfileChange, Patch<Value>> & Sendable,
        _ field: any WritableKeyPath<ProfileFields, Value> & Sendable
    ) -> FieldLink {
        FieldLink(
            name: name,
            isNamed: { $0[keyPath: change].isChange },
            apply: { if let value = $0[keyPath: change].value { $1[keyPath: field] = value } }
        )
    }

    /// Creates a binding for an optional field.
    private static func optional<Value>(
        _ name: String,
        _ change: any WritableKeyPath<ProfileChange, Patch<Value>> & Sendable,
        _ field: any WritableKeyPath<ProfileFields, Value?> & Sendable
    ) -> FieldLink {
        FieldLink(
            name: name,
            isNamed: { $0[keyPath: change].isChange },
            apply: { $1[keyPath: field] = $0[keyPath: change].applied(to: $1[keyPath: field]) }
        )
    }

    private static let shares = FieldLink(
        name: "shares",
        isNamed: { $0.shares.isChange },
        apply: { change, fields in
            guard let shares = change.shares.value else { return }
            fields.shares.leaderboard = shares.leaderboard ?? fields.shares.leaderboard
            fields.shares.foods = shares.foods ?? fields.shares.foods
        }
    )

    static let all: [FieldLink] = [
        optional("name", \.name, \.name),
        optional("displayName", \.displayName, \.displayName),
        optional("firstName", \.firstName, \.firstName),
        optional("lastName", \.lastName, \.lastName),
        optional("sex", \.sex, \.sex),
        fixed("birthDate", \.birthDate, \.birthDate),
        fixed("heightCm", \.heightCm, \.heightCm),
        fixed("weightKg", \.weightKg, \.weightKg),
        optional("goalWeightKg", \.goalWeightKg, \.goalWeightKg),
        optional("bodyFatPercent", \.bodyFatPercent, \.bodyFatPercent),
        fixed("activityLevel", \.activityLevel, \.activityLevel),
        fixed("goal", \.goal, \.goal),
        fixed("formula", \.formula, \.formula),
        fixed("units", \.units, \.units),
        fixed("timeZone", \.timeZone, \.timeZone),
        fixed("dayStartHour", \.dayStartHour, \.dayStartHour),
        fixed("weekStart", \.weekStart, \.weekStart),
        fixed("language", \.language, \.language),
        fixed("allergens", \.allergens, \.allergens),
        fixed("dislikes", \.dislikes, \.dislikes),
        shares,
    ]
}

extension ProfileFields {
    /// Applies a change, except to the named fields.
    mutating func apply(_ change: ProfileChange, except untouchable: Set<String> = []) {
        for link in FieldLink.all where link.isNamed(change) && !untouchable.contains(link.name) {
            link.apply(change, &self)
        }
    }
}

extension ProfileChange {
    /// The names of the fields that the change sets or clears.
    var fieldNames: Set<String> { Set(FieldLink.all.filter { $0.isNamed(self) }.map(\.name)) }
}
