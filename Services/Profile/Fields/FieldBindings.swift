import Contracts
import JSONCoding

/// Binds a field of a change to the field of the profile that it changes.
struct FieldBinding: Sendable {
    let name: String
    let apply: @Sendable (ProfileChange, inout ProfileFields) -> Void

    /// Creates a binding for a field that always has a value.
    private static func nonOptional<Value>(
        _ name: String,
        _ change: any WritableKeyPath<ProfileChange, Patch<Value>> & Sendable,
        _ field: any WritableKeyPath<ProfileFields, Value> & Sendable
    ) -> FieldBinding {
        FieldBinding(
            name: name,
            apply: { if let value = $0[keyPath: change].value { $1[keyPath: field] = value } }
        )
    }

    /// Creates a binding for an optional field.
    private static func optional<Value>(
        _ name: String,
        _ change: any WritableKeyPath<ProfileChange, Patch<Value>> & Sendable,
        _ field: any WritableKeyPath<ProfileFields, Value?> & Sendable
    ) -> FieldBinding {
        FieldBinding(
            name: name,
            apply: { $1[keyPath: field] = $0[keyPath: change].applied(to: $1[keyPath: field]) }
        )
    }

    private static let shares = FieldBinding(
        name: "shares",
        apply: { change, fields in
            guard let shares = change.shares.value else { return }
            fields.shares.leaderboard = shares.leaderboard ?? fields.shares.leaderboard
            fields.shares.foods = shares.foods ?? fields.shares.foods
        }
    )

    static let all: [FieldBinding] = [
        optional("name", \.name, \.name),
        optional("displayName", \.displayName, \.displayName),
        optional("firstName", \.firstName, \.firstName),
        optional("lastName", \.lastName, \.lastName),
        optional("sex", \.sex, \.sex),
        nonOptional("birthDate", \.birthDate, \.birthDate),
        nonOptional("heightCm", \.heightCm, \.heightCm),
        nonOptional("weightKg", \.weightKg, \.weightKg),
        optional("goalWeightKg", \.goalWeightKg, \.goalWeightKg),
        optional("bodyFatPercent", \.bodyFatPercent, \.bodyFatPercent),
        nonOptional("activityLevel", \.activityLevel, \.activityLevel),
        nonOptional("goal", \.goal, \.goal),
        nonOptional("formula", \.formula, \.formula),
        nonOptional("units", \.units, \.units),
        nonOptional("timeZone", \.timeZone, \.timeZone),
        nonOptional("dayStartHour", \.dayStartHour, \.dayStartHour),
        nonOptional("weekStart", \.weekStart, \.weekStart),
        nonOptional("language", \.language, \.language),
        nonOptional("allergens", \.allergens, \.allergens),
        nonOptional("dislikes", \.dislikes, \.dislikes),
        shares,
    ]
}

extension ProfileFields {
    /// Applies a change, except to the named fields.
    mutating func apply(_ change: ProfileChange, except excluded: Set<String> = []) {
        let names = change.fieldNames.subtracting(excluded)
        for binding in FieldBinding.all where names.contains(binding.name) { binding.apply(change, &self) }
    }
}

extension ProfileChange {
    /// The names of the fields that the change sets or clears.
    var fieldNames: Set<String> { NamedFields.names(in: self) }
}
