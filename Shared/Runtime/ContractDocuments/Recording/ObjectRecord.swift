import FoundationEssentials

/// Records what one type requested from its decoder.
final class ObjectRecord {
    private struct Draft {
        var name: String
        var shape: ValueShape
        var isRequired: Bool
        /// The type checked for the key itself, so its example does not show what is written.
        var hasContainsCheck: Bool
    }

    private var drafts: [Draft] = []
    private var containsChecks: Set<String> = []
    private var nullChecks: Set<String> = []
    private var isSingleNullable = false
    private var single: ValueShape?

    /// The shape of a type that is a single value and no object.
    var singleShape: ValueShape? { isSingleNullable ? single?.orNull : single }

    func recordContainsCheck(_ key: any CodingKey) { containsChecks.insert(key.stringValue) }
    func recordNullCheck(_ key: any CodingKey) { nullChecks.insert(key.stringValue) }
    func recordSingleNullCheck() { isSingleNullable = true }
    func recordSingle(_ shape: ValueShape) { single = shape }

    /// Records a field.
    ///
    /// A key that is read twice must satisfy both readers: it is required if either requires it, and nullable if both
    /// accept null.
    func add(_ key: any CodingKey, _ shape: ValueShape, isOptional: Bool) {
        let name = key.stringValue
        let hasContainsCheck = containsChecks.remove(name) != nil
        let acceptsNull = nullChecks.remove(name) != nil || isOptional
        let new = Draft(
            name: name,
            shape: acceptsNull ? shape.orNull : shape,
            isRequired: !isOptional && !hasContainsCheck,
            hasContainsCheck: hasContainsCheck
        )
        guard let index = drafts.firstIndex(where: { $0.name == name }) else { return drafts.append(new) }
        if new.shape == new.shape.withoutNull { drafts[index].shape = drafts[index].shape.withoutNull }
        drafts[index].isRequired = drafts[index].isRequired || new.isRequired
        drafts[index].hasContainsCheck = drafts[index].hasContainsCheck || hasContainsCheck
    }

    /// The recorded fields.
    ///
    /// An example in which all optional values are nil shows which of them are written as null.
    func fields(writtenBy example: Any) throws -> [FieldShape] {
        var written: Set<String> = []
        if drafts.contains(where: { !$0.isRequired && !$0.hasContainsCheck }), let example = example as? any Encodable {
            let json = try JSONEncoder().encode(example)
            written = Set(try JSONDecoder().decode([String: Ignored].self, from: json).keys)
        }
        return drafts.map { draft in
            let isWritten = written.contains(draft.name) && !draft.hasContainsCheck
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
