/// A field of an entry on which two devices can disagree.
public enum EntryField: String, Codable, CaseIterable, Sendable {
    /// The day.
    case date
    /// The meal.
    case meal
    /// The time of eating.
    case at
    /// The food and its amount, as one field: a portion has a meaning only with its food.
    case amount
    /// The name of energy without a food.
    case name
    /// The amounts of energy without a food, as one field.
    case energy

    /// The fields that say what was eaten.
    static let eaten: [EntryField] = [.amount, .name, .energy]
}

/// Both sides of an entry merged by field.
package struct EntryMerge: Equatable {
    /// The merged content; it has the device's own value in every field of ``conflicts``.
    package private(set) var content: EntryContent
    /// The fields that both sides have changed, in the order of ``EntryField``.
    package private(set) var conflicts: [EntryField] = []

    /// Merges two contents that come from the same one.
    ///
    /// - Parameters:
    ///   - base: The content that both sides started from.
    ///   - mine: The content of this device.
    ///   - theirs: The content on the server.
    ///   - isUnsure: Whether the server may have had this device's content in between. Then a field that the server
    ///     shows unchanged may have been changed back by another device, so it is a conflict, too.
    package init(base: EntryContent, mine: EntryContent, theirs: EntryContent, isUnsure: Bool = false) {
        content = theirs
        let sides = (base, mine, theirs, isUnsure)
        merge(\.date, .date, sides)
        merge(\.meal, .meal, sides)
        merge(\.at, .at, sides)
        merge(\.amount, .amount, sides)
        merge(\.name, .name, sides)
        merge(\.energy, .energy, sides)
        let isMixed = (mine.amount == nil) != (theirs.amount == nil)
        if isMixed, !content.isConsistent || conflicts.contains(where: { EntryField.eaten.contains($0) }) {
            // One side changed a food into bare energy, or the other way. No mixture of both is an entry.
            content.take(EntryField.eaten, from: mine)
            conflicts = EntryField.allCases.filter { conflicts.contains($0) || EntryField.eaten.contains($0) }
        }
    }

    private mutating func merge<Value: Equatable>(
        _ path: WritableKeyPath<EntryContent, Value>,
        _ field: EntryField,
        _ sides: (base: EntryContent, mine: EntryContent, theirs: EntryContent, isUnsure: Bool)
    ) {
        let (base, mine, theirs) = (sides.base[keyPath: path], sides.mine[keyPath: path], sides.theirs[keyPath: path])
        guard mine != base, mine != theirs else { return }
        content[keyPath: path] = mine
        if theirs != base || sides.isUnsure { conflicts.append(field) }
    }
}

extension EntryContent {
    /// Takes the values of some fields from another content.
    mutating func take(_ fields: [EntryField], from other: EntryContent) {
        for field in fields {
            switch field {
            case .date: date = other.date
            case .meal: meal = other.meal
            case .at: at = other.at
            case .amount: amount = other.amount
            case .name: name = other.name
            case .energy: energy = other.energy
            }
        }
    }

    /// Whether two contents name the same food and amount, or the same energy.
    func eatsSame(as other: EntryContent) -> Bool {
        amount == other.amount && name == other.name && energy == other.energy
    }
}
