import Contracts

extension RuleChecker {
    /// Requires a text of the given length, with at least one letter or digit if it must have words.
    ///
    /// - Parameters:
    ///   - text: The text; nil passes.
    ///   - length: Allowed number of characters.
    ///   - bytesMax: Maximum number of bytes in UTF-8, since one character may have any number of them.
    ///   - field: The field's name in the request.
    ///   - hasWords: Whether at least one word is required.
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

    /// Requires an https URL.
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

    /// Rejects an image URL: an image of a user's own food must be uploaded.
    ///
    /// The host of an external image would learn which clients display a shared food.
    mutating func requireNoAddress(_ text: String?, _ field: String) {
        require(
            text == nil,
            field,
            .notAllowed,
            "\(field) can only be null, which removes the picture; to set a picture, upload its file."
        )
    }

    /// Requires a limited number of names by language, each of them valid.
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

    /// Requires a text in the form of a language code.
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

    /// Requires known allergens.
    mutating func requireAllergens(_ allergens: [String]?, _ field: String) {
        guard let allergens, allergens.contains(where: { Allergen(rawValue: $0) == nil }) else { return }
        let known = Allergen.allCases.map(\.rawValue).joined(separator: ", ")
        require(false, field, .notAllowed, "\(field) must be of \(known).", ["allowed": known])
    }
}
