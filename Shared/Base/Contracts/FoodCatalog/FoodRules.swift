/// Rules that foods, recipes and healthy foods share.
extension Rule {
    /// Requires a text of some length, by default with at least one letter or digit.
    static func text<Field: RuleField & Sendable>(
        _ path: Path<Field>,
        _ length: ClosedRange<Int>,
        hasWords: Bool = true
    ) -> Rule where Field.RuleValue == String {
        field(path, constraints(length, hasWords: hasWords)) { text, name, checker in
            checker.require(text, length: length, name, hasWords: hasWords)
        }
    }

    /// Requires a limited number of texts by language, each of some length and with a letter or digit.
    static func texts<Field: RuleField & Sendable>(
        _ path: Path<Field>,
        _ length: ClosedRange<Int>
    ) -> Rule where Field.RuleValue == [String: String] {
        var all: [SuffixedConstraint] = [("", .items(0...OwnFoodLimits.namesMax)), ("", .keyPattern(languagePattern))]
        for constraint in constraints(length, hasWords: true) { all.append(("{}", constraint.constraint)) }
        return field(path, all) { texts, name, checker in
            checker.requireNames(texts, length: length, name)
        }
    }

    /// A regular expression of ECMA 262 for the codes of languages.
    private static var languagePattern: String {
        let length = OwnFoodLimits.languageLength
        return "^[a-z-]{\(length.lowerBound),\(length.upperBound)}$"
    }

    /// What documents say about a text with a letter or digit.
    ///
    /// The pattern is exact up to U+00FF. Validators that use the regular expressions of Python refuse `\p{L}`.
    private static var wordConstraints: [SuffixedConstraint] {
        let others =
            "\\u0000-\\u002F\\u003A-\\u0040\\u005B-\\u0060\\u007B-\\u00A9\\u00AB-\\u00B1\\u00B4\\u00B6-\\u00B8"
            + "\\u00BB\\u00BF\\u00D7\\u00F7"
        return [("", .pattern("[^\(others)]")), ("", .sentence("Holds at least one letter or digit."))]
    }

    private static func constraints(
        _ length: ClosedRange<Int>,
        hasWords: Bool
    ) -> [SuffixedConstraint] {
        var all: [SuffixedConstraint] = [("", .length(length))]
        if hasWords { all += wordConstraints }
        return all
    }

    /// Requires the query of a search: some length, with at least one letter or digit.
    static func query<Field: RuleField & Sendable>(
        _ path: Path<Field>,
        _ length: ClosedRange<Int>
    ) -> Rule where Field.RuleValue == String {
        field(path, [("", .length(length))] + wordConstraints) { text, name, checker in
            let before = checker.errors.count
            checker.require(text, length: length, name)
            guard checker.errors.count == before, !text.hasWord else { return }
            checker.reject(name, .wrongFormat, "{field} must hold at least one letter or digit.")
        }
    }

    /// Requires a text in the form of a language code.
    static func language<Field: RuleField & Sendable>(_ path: Path<Field>) -> Rule where Field.RuleValue == String {
        field(path, [("", .pattern(languagePattern))]) { $2.requireLanguage($0, $1) }
    }

    /// Requires an https URL.
    static func address<Field: RuleField & Sendable>(_ path: Path<Field>) -> Rule where Field.RuleValue == String {
        let (scheme, max) = ("https://", OwnFoodLimits.addressBytesMax)
        let message = "{field} must be an https address of at most \(max) characters."
        return field(path, [("", .pattern("^https://[!-~]+$")), ("", .length(0...max))]) { text, name, checker in
            let isAddress =
                text.hasPrefix(scheme) && text.utf8.count > scheme.utf8.count && text.utf8.count <= max
                && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
            if !isAddress { checker.reject(name, .wrongFormat, message) }
        }
    }

    /// Rejects an image URL: an image of a user's own food must be uploaded.
    ///
    /// The host of an external image would learn which clients display a shared food.
    static func noAddress<Field: RuleField & Sendable>(_ path: Path<Field>) -> Rule where Field.RuleValue == String {
        custom(
            path,
            .notAllowed,
            "{field} can only be null, which removes the picture; to set a picture, upload its file.",
            documentedAs: .oneOf([])
        ) { _ in false }
    }

    /// Requires known allergens.
    static func allergens<Field: RuleField & Sendable>(_ path: Path<Field>) -> Rule where Field.RuleValue == [String] {
        let known = Allergen.allCases.map(\.rawValue)
        return eachOneOf(path, known, "{field} must be of \(known.joined(separator: ", ")).")
    }

    /// Requires the id that a client supplies for a food or a recipe: random or time-ordered.
    ///
    /// Foods of sources have versions 5 and 8, so no client can claim their ids beforehand.
    static func clientID<Field: RuleField & Sendable>(_ path: Path<Field>) -> Rule where Field.RuleValue == FoodID {
        let message = "{field} must be a UUID of version 4 or 7."
        let pattern = "^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[47][0-9a-fA-F]{3}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$"
        return custom(path, .notAllowed, message, ["allowed": "4, 7"], documentedAs: .pattern(pattern)) { id in
            [4, 7].contains(id.uuid.high >> 12 & 0xF)
        }
    }

    /// Requires a barcode with a correct check digit.
    static func barcode<Field: RuleField & Sendable>(_ path: Path<Field>) -> Rule where Field.RuleValue == String {
        let digit = "([0-9][ -]*)"
        let pattern = "^[ -]*(\(digit){8}|\(digit){12,14})$"
        let sentence = "The last digit is the check digit of GS1."
        return field(path, [("", .pattern(pattern)), ("", .sentence(sentence))]) { text, name, checker in
            do throws(GTIN.Fault) {
                _ = try GTIN(text)
            } catch {
                checker.reject(name, .wrongFormat, error.sentence)
            }
        }
    }
}

extension GTIN.Fault {
    /// The error message for the user.
    package var sentence: String {
        switch self {
        case .wrongLength: "A barcode has 8, 12, 13 or 14 digits."
        case .wrongCheckDigit:
            "The barcode's last digit does not fit the others: a digit is wrong or two are swapped."
        }
    }
}

extension String {
    /// A letter that words of names leave out.
    private static let apostrophe: Unicode.Scalar = "\u{2BC}"

    /// Whether the text holds a letter or digit, so that a search can find it.
    var hasWord: Bool {
        unicodeScalars.contains { scalar in
            if scalar == Self.apostrophe { return false }
            return switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: true
            case .decimalNumber, .letterNumber, .otherNumber: true
            default: false
            }
        }
    }
}

extension RuleChecker {
    /// Requires a text of the given length, with at least one letter or digit if it must have words.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - length: Allowed number of Unicode scalars.
    ///   - field: The field's name in the request.
    ///   - hasWords: Whether at least one word is required.
    fileprivate mutating func require(
        _ text: String,
        length: ClosedRange<Int>,
        _ field: String,
        hasWords: Bool
    ) {
        let before = errors.count
        require(text, length: length, field)
        guard errors.count == before, hasWords, !text.hasWord else { return }
        reject(field, .wrongFormat, "{field} must hold at least one letter or digit.")
    }

    /// Requires a limited number of names by language, each of them valid.
    fileprivate mutating func requireNames(
        _ names: [String: String],
        length: ClosedRange<Int>,
        _ field: String
    ) {
        let max = OwnFoodLimits.namesMax
        if names.count > max {
            reject(field, .tooLong, "{field} may have \(max) languages at most.", ["max": "\(max)"])
        }
        for (language, name) in names.sorted(by: { $0.key < $1.key }).prefix(max) {
            let nameField = "\(field).\(language.prefix(OwnFoodLimits.languageLength.upperBound))"
            requireLanguage(language, nameField)
            require(name, length: length, nameField, hasWords: true)
        }
    }

    /// Requires a text in the form of a language code.
    fileprivate mutating func requireLanguage(_ code: String, _ field: String) {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        let isCode =
            OwnFoodLimits.languageLength.contains(code.utf8.count)
            && code.utf8.allSatisfy { letters.contains($0) || $0 == UInt8(ascii: "-") }
        if !isCode { reject(field, .wrongFormat, "{field} must be the code of a language, such as en or uk.") }
    }
}
