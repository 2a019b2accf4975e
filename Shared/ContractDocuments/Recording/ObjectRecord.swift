import FoundationEssentials

/// Records what one type requested from its decoder.
final class ObjectRecord {
    private struct Draft {
        var name: String
        var shape: ValueShape
        var isRequired: Bool
        /// The type checked for the key itself, so its example does not show what is written.
        var wasLookedFor: Bool
    }

    private var drafts: [Draft] = []
    private var lookedFor: Set<String> = []
    private var askedForNull: Set<String> = []
    private var isSingleNullable = false
    private var single: ValueShape?

    /// The shape of a type that is a single value and no object.
    var singleShape: ValueShape? { isSingleNullable ? single?.orNull : single }

    func lookFor(_ key: any CodingKey) { lookedFor.insert(key.stringValue) }
    func askForNull(_ key: any CodingKey) { askedForNull.insert(key.stringValue) }
    func askForSingleNull() { isSingleNullable = true }
    func setSingle(_ shape: ValueShape) { single = shape }

    /// Records a field.
    ///
    /// A key that is read twice must satisfy both readers: it is required if either requires it, and nullable if both
    /// accept null.
    func add(_ key: any CodingKey, _ shape: ValueShape, isOptional: Bool) {
        let name = key.stringValue
        let wasLookedFor = lookedFor.remove(name) != nil
        let takesNull = askedForNull.remove(name) != nil || isOptional
        let new = Draft(
            name: name,
            shape: takesNull ? shape.orNull : shape,
            isRequired: !isOptional && !wasLookedFor,
            wasLookedFor: wasLookedFor
        )
        guard let index = drafts.firstIndex(where: { $0.name == name }) else { return drafts.append(new) }
        if new.shape == new.shape.withoutNull { drafts[index].shape = drafts[index].shape.withoutNull }
        drafts[index].isRequired = drafts[index].isRequired || new.isRequired
        drafts[index].wasLookedFor = drafts[index].wasLookedFor || wasLookedFor
    }

    /// The recorded fields.
    ///
    /// An example in which all optional values are nil shows which of them are written as null.
    func fields(writtenBy example: Any) throws -> [FieldShape] {
        var written: Set<String> = []
        if drafts.contains(where: { !$0.isRequired && !$0.wasLookedFor }), let example = example as? any Encodable {
            let json = try JSONEncoder().encode(example)
            written = Set(try JSONDecoder().decode([String: Ignored].self, from: json).keys)
        }
        return drafts.map { draft in
            let isWritten = written.contains(draft.name) && !draft.wasLookedFor
            return FieldShape(
                draft.name,
                draft.shape,
                draft.isRequired ? .required : isWritten ? .written : .optional
            )
        }
    }

    /// Any value; its content is ignored.
    private struct Ignored: Decodable {
        init(from decoder: any Decoder) {}
    }
}
