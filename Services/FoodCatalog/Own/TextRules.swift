import Contracts

extension RuleChecker {
    /// The text must have so many characters, and a letter or digit among them where it has to say something.
    ///
    /// - Parameters:
    ///   - text: Nil is left alone.
    ///   - length: In characters.
    ///   - bytesMax: In UTF-8, where one character may be any number of them.
    ///   - field: As the client calls it.
    ///   - hasWords: Whether it has to have a word.
    mutating func require(
        _ text: String?,
        length: ClosedRange<Int>,
        bytesMax: Int,
        _ field: String,
        hasWords: Bool = false
    ) {
        guard let text else { return }
        let before = errors.count
        require(text, length: length, field)
        guard errors.count == before else { return }
        require(
            text.utf8.count <= bytesMax,
            field,
            .tooLong,
            "\(field) must have at most \(bytesMax) bytes in UTF-8.",
            ["bytesMax": "\(bytesMax)"]
        )
        require(
            !hasWords || !WordNormaliser.words(of: text).isEmpty,
            field,
            .wrongFormat,
            "\(field) must hold at least one letter or digit."
        )
    }

    /// The text must be the address of something on the web.
    mutating func requireAddress(_ text: String?, _ field: String) {
        guard let text else { return }
        let scheme = "https://"
        require(
            text.hasPrefix(scheme) && text.utf8.count > scheme.utf8.count
                && text.utf8.count <= OwnFoodLimits.addressBytesMax
                && text.utf8.allSatisfy { (0x21...0x7E).contains($0) },
            field,
            .wrongFormat,
            "\(field) must be an https address of at most \(OwnFoodLimits.addressBytesMax) characters."
        )
    }

    /// A picture of a user's own food must be uploaded: if it stood elsewhere, its host would learn who sees a shared food.
    mutating func requireNoAddress(_ text: String?, _ field: String) {
        require(
            text == nil,
            field,
            .notAllowed,
            "\(field) can only be null, which removes the picture; to set a picture, upload its file."
        )
    }

    /// Names by language must be of a few languages, and each such a name.
    mutating func requireNames(_ names: [String: String]?, length: ClosedRange<Int>, bytesMax: Int, _ field: String) {
        guard let names else { return }
        require(
            names.count <= OwnFoodLimits.namesMax,
            field,
            .tooLong,
            "\(field) may have \(OwnFoodLimits.namesMax) languages at most.",
            ["max": "\(OwnFoodLimits.namesMax)"]
        )
        for (language, name) in names.sorted(by: { $0.key < $1.key }).prefix(OwnFoodLimits.namesMax) {
            requireLanguage(language, "\(field).\(language.prefix(OwnFoodLimits.languageLength.upperBound))")
            require(
                name,
                length: length,
                bytesMax: bytesMax,
                "\(field).\(language.prefix(OwnFoodLimits.languageLength.upperBound))",
                hasWords: true
            )
        }
    }

    /// The text must look like the code of a language.
    mutating func requireLanguage(_ code: String?, _ field: String) {
        guard let code else { return }
        require(
            OwnFoodLimits.languageLength.contains(code.utf8.count)
                && code.utf8.allSatisfy {
                    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || $0 == UInt8(ascii: "-")
                },
            field,
            .wrongFormat,
            "\(field) must be the code of a language, such as en or uk."
        )
    }

    /// The list must be of allergens that are known.
    mutating func requireAllergens(_ allergens: [String]?, _ field: String) {
        guard let allergens, allergens.contains(where: { Allergen(rawValue: $0) == nil }) else { return }
        let known = Allergen.allCases.map(\.rawValue).joined(separator: ", ")
        require(false, field, .notAllowed, "\(field) must be of \(known).", ["allowed": known])
    }
}
