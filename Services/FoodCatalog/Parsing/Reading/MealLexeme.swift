import Foundation

/// A number, a word or a mark of a typed meal, with its place in the text.
struct MealLexeme: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        case number(Double)
        case word
        /// A unit that a Thai run contains.
        case thaiUnit
        /// Ends a line: a comma, a semicolon, a line break, a full stop.
        case separator
        /// A word between two foods that may also join the words of one food: "and", "with".
        case joiner
        case colon
        /// A multiplication sign, or the letter x beside a number.
        case times
    }

    var kind: Kind
    /// The folded text by which lexicons are searched (``MealLexer/folded(_:)``).
    var text: String
    /// The place in the text, in Unicode scalars.
    var range: Range<Int>
    /// Whether a space precedes it.
    var followsSpace: Bool

    var number: Double? {
        if case .number(let value) = kind { value } else { nil }
    }
}

/// Splits a typed meal into lexemes.
struct MealLexer {
    private let scalars: [Unicode.Scalar]
    private var position = 0
    private var lexemes: [MealLexeme] = []
    private var followsSpace = true

    /// Returns the lexemes of a text.
    static func lexemes(of scalars: [Unicode.Scalar]) -> [MealLexeme] {
        var lexer = MealLexer(scalars)
        lexer.run()
        return lexer.lexemes
    }

    private init(_ scalars: [Unicode.Scalar]) {
        self.scalars = scalars
    }

    /// Returns a word in lower case, without apostrophes and tone marks of Thai.
    static func folded(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var folded = String.UnicodeScalarView()
        for scalar in scalars where !isIgnored(scalar) { folded.append(scalar) }
        return String(folded).lowercased().precomposedStringWithCanonicalMapping
    }

    /// Returns whether a scalar is a tone mark of Thai, an apostrophe, or has no width.
    static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0E48...0x0E4B, 0x27, 0x2019, 0x02BC, 0x60, 0xAD, 0x200B...0x200D, 0xFE0F: true
        default: false
        }
    }

    private mutating func run() {
        while position < scalars.count {
            let scalar = scalars[position]
            if MealNumber.starts(scalar) {
                readNumber()
            } else if Self.isWordScalar(scalar) {
                readWord()
            } else {
                readMark(scalar)
            }
        }
    }

    private mutating func add(_ kind: MealLexeme.Kind, _ range: Range<Int>) {
        lexemes.append(
            MealLexeme(kind: kind, text: Self.folded(scalars[range]), range: range, followsSpace: followsSpace)
        )
        followsSpace = false
        position = range.upperBound
    }

    private mutating func readNumber() {
        let start = position
        guard let (value, end) = MealNumber.read(scalars, at: start) else {
            position += 1
            return
        }
        // "2 %" is a property of the food.
        let percent = end < scalars.count && scalars[end] == " " ? end + 1 : end
        if percent < scalars.count, scalars[percent] == "%" { return add(.word, start..<percent + 1) }
        let letters = scalars[end...].prefix { Self.isWordScalar($0) }
        // "7up" is a word, "2eggs" and "150g" are not.
        if let first = letters.first, first.isASCII, letters.count <= Self.attachedWordMax,
            !MeasureUnits.isUnit(Self.folded(letters)), Self.folded(letters) != "x"
        {
            return add(.word, start..<letters.endIndex)
        }
        add(.number(value), start..<end)
    }

    /// Maximum length of letters behind a digit that form one word with it.
    private static let attachedWordMax = 3

    private mutating func readWord() {
        let start = position
        let isThai = ThaiScript.holds(scalars[start])
        var end = start + 1
        while end < scalars.count {
            let scalar = scalars[end]
            if Self.isWordScalar(scalar) {
                // Thai stands beside other scripts without a space.
                if ThaiScript.holds(scalar) != isThai { break }
            } else if !(Self.joinsLetters(scalar) && end + 1 < scalars.count && Self.isWordScalar(scalars[end + 1])) {
                // "b12" is a word, "x2" is not.
                if isThai || MealNumber.digit(scalar) == nil || isTimes(start..<end) { break }
            }
            end += 1
        }
        if isThai {
            readThai(start..<end)
        } else if isTimes(start..<end), lexemes.last?.number != nil || isDigit(at: end) {
            add(.times, start..<end)
        } else {
            let text = Self.folded(scalars[start..<end])
            add(MealWords.joiners.contains(text) ? .joiner : .word, start..<end)
            // The full stop of an abbreviation.
            if end < scalars.count, scalars[end] == ".", MeasureUnits.isAbbreviation(text) { position = end + 1 }
        }
    }

    private func isTimes(_ range: Range<Int>) -> Bool {
        range.count == 1 && ["x", "X", "х", "Х"].contains(scalars[range.lowerBound])
    }

    private func isDigit(at index: Int) -> Bool { index < scalars.count && MealNumber.digit(scalars[index]) != nil }

    private mutating func readThai(_ run: Range<Int>) {
        let followsNumber = lexemes.last?.number != nil
        // A run of tone marks alone has no parts.
        position = run.upperBound
        for part in ThaiRun(scalars, run).parts(followsNumber: followsNumber) { add(part.kind, part.range) }
        // "มล." and "ก." are abbreviations.
        if lexemes.last?.kind == .thaiUnit, position < scalars.count, scalars[position] == "." { position += 1 }
    }

    private mutating func readMark(_ scalar: Unicode.Scalar) {
        let next = position + 1 < scalars.count ? scalars[position + 1] : " "
        switch scalar {
        case ",", ";", "+", "•", "·", "、", "，", "|": add(.separator, position..<position + 1)
        case "\n", "\r", "\u{2028}", "\u{2029}": add(.separator, position..<position + 1)
        case "." where next.properties.isWhitespace, "!", "?": add(.separator, position..<position + 1)
        case "&": add(.joiner, position..<position + 1)
        case ":": add(.colon, position..<position + 1)
        case "×", "*": add(.times, position..<position + 1)
        default: position += 1
        }
        followsSpace = true
    }

    /// Returns whether a scalar stands inside of words: "stir-fry", "з’їв".
    private static func joinsLetters(_ scalar: Unicode.Scalar) -> Bool {
        scalar == "-" || scalar == "\u{2011}" || isIgnored(scalar)
    }

    static func isWordScalar(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter: return true
        case .nonspacingMark, .spacingMark: return true
        default: return false
        }
    }
}
