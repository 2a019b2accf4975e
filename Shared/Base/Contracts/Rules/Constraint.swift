/// What a rule demands of a field or of several fields, as data for schemas and documents.
package enum Constraint: Sendable, Equatable {
    /// A finite number within a range: `minimum`, `maximum`. An infinite bound is none.
    case range(ClosedRange<Double>)
    /// A text with a number of Unicode scalars: `minLength`, `maxLength`.
    case length(ClosedRange<Int>)
    /// A text with at most so many bytes in UTF-8. JSON Schema has no keyword for it.
    case bytes(Int)
    /// A list, or an object with arbitrary keys, with a number of items: `minItems`, `maxItems`, or the properties.
    /// `Int.max` means no upper bound.
    case items(ClosedRange<Int>)
    /// A text that a regular expression of ECMA 262 matches: `pattern`.
    case pattern(String)
    /// A text in a named format of JSON Schema: `format`.
    case format(String)
    /// The keys of an object with arbitrary keys match a regular expression of ECMA 262: `propertyNames`.
    case keyPattern(String)
    /// One of these texts: `enum`. Without any, only null is allowed.
    case oneOf([String])
    /// Null is not allowed, although the type can hold it.
    case notNull
    /// The field may not be missing, although the type allows it: `required`.
    case required
    /// Exactly one of the fields is present: `oneOf` of `required`.
    case exactlyOne
    /// At most one of the fields is present: `not` of `required`.
    case atMostOne
    /// At least one of the fields is present: `anyOf` of `required`.
    case atLeastOne
    /// The first field needs all the others: `dependentRequired`.
    case needs
    /// The first field excludes all the others.
    case excludes
    /// A rule that no keyword says, as a sentence for documents.
    case sentence(String)
}

/// A constraint of a field or, with the suffix `[]` or `{}`, of its items or values.
package typealias SuffixedConstraint = (suffix: String, constraint: Constraint)

/// A constraint with the fields that it is about.
package struct FieldConstraint: Sendable, Equatable {
    /// The names of the fields from the outermost object: `grams`, `per.grams`, `portions[].grams` for each item of a
    /// list, `names{}` for each value of an object with arbitrary keys.
    package let fields: [String]
    package let constraint: Constraint

    package init(_ fields: [String], _ constraint: Constraint) {
        self.fields = fields
        self.constraint = constraint
    }
}
