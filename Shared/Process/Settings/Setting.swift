/// A setting of one or more processes: its name, type, default and meaning, declared once.
///
/// Processes read it with ``SettingsReader/read(_:default:)``; `--help`, the reference page and the check of options
/// come from ``declaration``.
package struct Setting<Value: Sendable>: Sendable {
    package let declaration: SettingDeclaration
    /// The value if the setting is not set.
    package let standard: Value
    /// Returns the value of a text that the type allows.
    let parse: @Sendable (String) -> Value?
}

/// A setting as data.
package struct SettingDeclaration: Sendable {
    /// The beginning of all environment variables of settings.
    static let variablePrefix = "MEALWIRE_"

    /// The name with a period between its parts, as messages show it: `auth.sessionDays`.
    package let name: String
    package let kind: SettingKind
    /// The default as text.
    package let fallback: String
    /// The programs that read it.
    package let processes: [ProcessName]
    /// One sentence without a period.
    package let meaning: String
    /// The reason of the range, or what else an operator should know, as sentences; nil if the range is a plain bound.
    package let reason: String?

    /// The option on the command line: `--auth-session-days`.
    package var option: String { "--" + words.joined(separator: "-") }

    /// The environment variable: `MEALWIRE_AUTH_SESSION_DAYS`.
    package var variable: String { Self.variablePrefix + words.joined(separator: "_").uppercased() }

    /// The option for people; nil for a secret, because every user of the host can read the command line of a process.
    package var shownOption: String? { kind.isSecret || processes == [.mealwire] ? nil : option }

    /// The words of the name in lower case; a word begins at a period and at an upper-case letter after a lower-case
    /// one.
    private var words: [String] {
        name.split(separator: ".").flatMap { part in
            part.reduce(into: [""]) { words, letter in
                if letter.isUppercase, words[words.count - 1].last?.isLowercase == true { words.append("") }
                words[words.count - 1] += letter.lowercased()
            }
        }
    }
}

/// The type of a setting, with what it allows.
package enum SettingKind: Sendable, Equatable {
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    /// `true` or `false`; an option without a value means true.
    case boolean
    /// One of these words.
    case choice([String])
    /// A whole number of a unit of time.
    case duration(ClosedRange<Int>, SettingUnit)
    /// A whole number of a unit of memory.
    case bytes(ClosedRange<Int>, SettingUnit)
    /// The path of a file or a directory.
    case path
    /// A text; `form` completes the sentence "it must be …", and is nil if any text is allowed.
    case text(form: String?)
    /// A text that messages and the command line must not show.
    case secret(form: String)

    /// Whether messages must not contain the value.
    package var isSecret: Bool { if case .secret = self { true } else { false } }

    /// The range of a whole number; nil for other types.
    package var integers: ClosedRange<Int>? {
        switch self {
        case .integer(let range), .duration(let range, _), .bytes(let range, _): range
        default: nil
        }
    }

    /// Returns whether the type allows a text; the process checks the form of a path, a text and a secret.
    package func accepts(_ text: String) -> Bool {
        switch self {
        case .integer(let range), .duration(let range, _), .bytes(let range, _):
            Int(text).map { range.contains($0) } ?? false
        case .number(let range): Double(text).map { range.contains($0) } ?? false
        case .boolean: Self.truth(of: text) != nil
        case .choice(let words): words.contains(text)
        case .path, .text, .secret: true
        }
    }

    /// Returns the meaning of a word for a setting that is on or off; nil for other words.
    static func truth(of text: String) -> Bool? {
        switch text.lowercased() {
        case "true", "yes", "1": true
        case "false", "no", "0": false
        default: nil
        }
    }

    /// What is allowed, as the end of the sentence "it must be …".
    package var allowed: String {
        switch self {
        case .integer(let range), .duration(let range, _), .bytes(let range, _):
            "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .number(let range): "a number from \(range.lowerBound.plain) to \(range.upperBound.plain)"
        case .boolean: "true or false"
        case .choice(let words):
            words.dropLast().joined(separator: ", ") + " or " + (words.last ?? "")
        case .path: "a path"
        case .text(let form): form ?? "a text"
        case .secret(let form): form
        }
    }
}

/// A unit of a whole number.
package enum SettingUnit: String, Sendable {
    case milliseconds
    case seconds
    case minutes
    case days
    case mebibytes = "MiB"
}

extension Double {
    /// The number without a fraction if it is whole.
    var plain: String { self == rounded() && abs(self) < 1e15 ? "\(Int(self))" : "\(self)" }
}
