/// What the reference of errors says besides the status and the sentence of a code.
extension ErrorCode {
    /// The keys of `params` that programs may rely on, each with its meaning.
    package var parameters: [(key: String, meaning: String)] {
        switch self {
        case .tooManyRequests:
            [("retryAfterSeconds", "when the request may succeed"), ("max", "the limit, if it is a number")]
        case .overloaded, .unavailable: [("retryAfterMs", "when the request may succeed")]
        case .secondFactorRequired: [("challenge", "continues the sign-in together with the code")]
        case .forbidden:
            [("scope", "the scope that the token lacks"), ("reason", "what is missing, such as `passwordRequired`")]
        case .invitationNeeded: [("reason", "`missing` or `void`")]
        case .conflict:
            [
                ("field", "the field with the value that is taken"), ("max", "the limit, if one is reached"),
                ("reason", "what contradicts an import: `pagesMissing` or `otherReplace`"),
            ]
        case .versionMismatch: [("currentVersion", "the newest version")]
        case .tooLarge: [("max", "the allowed bytes")]
        case .methodNotAllowed: [("allow", "the methods of the route")]
        case .profileIncomplete: [("missing", "the fields, separated by commas")]
        default: []
        }
    }

    /// Whether and how to send the same request again.
    package var retry: String {
        switch self {
        case .tooManyRequests, .overloaded, .unavailable, .busy: "after `Retry-After`"
        case .deadlineExceeded, .workerCrashed, .diskFull: "later"
        case .outcomeUnknown: "under the same `Idempotency-Key`, or after reading the state"
        case .versionMismatch: "with the newest version"
        case .unauthenticated: "with a new access token"
        case .cancelled: "reads, and writes under the same `Idempotency-Key`"
        default: "no"
        }
    }
}

extension FieldError.Code {
    /// One sentence for documents.
    package var sentence: String {
        switch self {
        case .missing: "A required field is missing, or null."
        case .unknown: "The request has no such field."
        case .wrongType: "The value has another JSON type than the field."
        case .outOfRange: "A number, a date or a count is outside of its range."
        case .tooShort: "A text has too few characters."
        case .tooLong: "A text has too many characters or bytes, or a list too many items."
        case .wrongFormat: "A text does not have the form of the field."
        case .notAllowed: "The value, or the field, is not allowed here."
        case .mismatch: "The value differs from the field that it must equal."
        case .tooCommon: "The password is among the most common ones."
        }
    }

    /// The keys of `params` that programs may rely on; a key is present where it has a meaning.
    package var parameters: [(key: String, meaning: String)] {
        switch self {
        case .missing, .unknown, .tooCommon: []
        case .wrongType: [("expected", "the type of the field")]
        case .wrongFormat:
            [
                ("expected", "the form of the field"), ("values", "the allowed words"),
                ("needs", "the character that a password lacks"),
                ("reason", "why a file of a diary cannot be read, such as `missingColumns`"),
            ]
        case .outOfRange, .tooShort:
            [("min", "the least allowed value or length"), ("max", "the greatest allowed value or length")]
        case .tooLong:
            [
                ("min", "the least allowed length"), ("max", "the greatest allowed length or count"),
                ("maxBytes", "the allowed bytes of UTF-8"), ("bytesMax", "the same, for foods and recipes"),
            ]
        case .notAllowed:
            [("allowed", "the allowed values, separated by commas"), ("max", "the limit, if it is a count")]
        case .mismatch: [("equals", "the field that the value must equal")]
        }
    }
}
