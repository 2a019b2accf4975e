extension DiaryImport {
    /// A row that cannot be imported.
    public struct Refusal: Codable, Sendable, Equatable {
        /// The reason why a row cannot be imported.
        ///
        /// `params` has the values of a reason: `field` names a column or a member, as the file or Mealwire's format
        /// does.
        public enum Code: String, Codable, Sendable, CaseIterable {
            /// The row has too many bytes.
            case rowTooLong
            /// The row has `found` fields instead of `expected`.
            case fieldCount
            /// A quote or an end of a line stands where a table cannot have one.
            case brokenRow
            /// The text is not UTF-8, or has a zero byte; `field` if it is one.
            case notText
            /// The row is not a record of Mealwire's format; `expected` names the kind, such as `entry`.
            case notRecord
            /// `field` is empty.
            case missing
            /// `field` is not a number.
            case notNumber
            /// `field` is not an integer.
            case notInteger
            /// The comma or point of `field` may separate decimals or thousands.
            case ambiguousNumber
            /// `field` is outside of `min` to `max`.
            case outOfRange
            /// `date` is not a date.
            case notDate
            /// `date` is outside of the years of a diary.
            case yearOutOfRange
            /// The text of `field` is too short, too long, or has characters that are not allowed.
            case textNotAllowed
            /// `field` does not have its form, which `expected` names where it has a name.
            case wrongFormat
            /// Fields that need each other are not complete; `field` names them, separated by commas.
            case incomplete
            /// A plan contradicts itself or its foods.
            case brokenPlan
        }

        /// The line on which it begins, from 1.
        public var line: Int
        /// The reason for programs; omitted in a preview from before it had codes.
        public var code: Code?
        /// The values of the reason, for translations; omitted without `code`.
        public var params: [String: String]?
        /// The reason as an English predicate of the line, without a full stop.
        public var reason: String

        public init(line: Int, code: Code?, params: [String: String]?, reason: String) {
            self.line = line
            self.code = code
            self.params = params
            self.reason = reason
        }
    }

    /// The reason why a file as a whole cannot be imported: `reason` of `params` of the error in the field `file`.
    package enum FileProblem: String, Sendable, CaseIterable {
        case empty
        /// The file is UTF-16.
        case utf16
        /// The header is no line of UTF-8 in the form of a table.
        case brokenHeader
        /// The header has too many columns.
        case tooManyColumns
        /// The header has `column` twice.
        case doubledColumn
        /// The header lacks `columns`, separated by commas.
        case missingColumns
        /// The file is Cronometer's daily summary, not its servings.
        case dailySummary
        /// The file is not valid JSON, or is truncated.
        case brokenDocument
        /// The file is JSON, but no export of a diary.
        case notExport
        /// A newer version of Mealwire wrote the file.
        case newerVersion
    }
}
