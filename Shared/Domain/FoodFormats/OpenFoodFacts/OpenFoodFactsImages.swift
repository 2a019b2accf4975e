/// Builds the URL of a product's front image, which the JSONL does not contain, from its parts.
///
/// Up to schema 1001 `images` has a member `front_fr`, from 1002 on `selected.front.fr`; both have a revision.
struct OpenFoodFactsImages {
    private static let folder = "https://images.openfoodfacts.org/images/products"
    /// Pixels of the longer side; the other sizes are 100, 200 and the original.
    private static let size = 400
    private static let codeDigits = 13
    private static let digitsOfFolder = 3

    private var revisions: [String: String] = [:]

    /// Reads the value of `images`.
    mutating func take(_ cursor: inout JSONCursor) -> Bool {
        guard cursor.peek() == UInt8(ascii: "{") else { return cursor.skip() }
        return cursor.walkObject { key, cursor in
            if key == "selected", cursor.peek() == UInt8(ascii: "{") {
                return cursor.walkObject { key, cursor in
                    guard key == "front", cursor.peek() == UInt8(ascii: "{") else { return cursor.skip() }
                    return cursor.walkObject { key, cursor in takeFront(key.bytes, &cursor) }
                }
            }
            guard key.hasPrefix("front_") else { return cursor.skip() }
            return takeFront(UnsafeBufferPointer(rebasing: key.bytes.dropFirst("front_".utf8.count)), &cursor)
        }
    }

    /// Returns the URL of the front image.
    ///
    /// - Parameters:
    ///   - code: The code of the product.
    ///   - languages: The preferred languages, in order.
    /// - Returns: The URL; nil if there is no image.
    func address(code: String, languages: [String]) -> String? {
        guard let language = languages.first(where: { revisions[$0] != nil }) ?? revisions.keys.min(),
            let revision = revisions[language], (1...Self.codeDigits + 1).contains(code.utf8.count),
            code.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") <= 9 })
        else { return nil }
        var rest = String(repeating: "0", count: max(0, Self.codeDigits - code.utf8.count)) + code
        var folders: [String] = []
        for _ in 0..<3 {
            folders.append(String(rest.prefix(Self.digitsOfFolder)))
            rest.removeFirst(Self.digitsOfFolder)
        }
        return
            (([Self.folder] + folders + [rest, "front_\(language).\(revision).\(Self.size).jpg"]).joined(separator: "/"))
    }

    private mutating func takeFront(
        _ language: UnsafeBufferPointer<UInt8>,
        _ cursor: inout JSONCursor
    ) -> Bool {
        let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
        guard language.count == 2, language.allSatisfy(letters.contains), cursor.peek() == UInt8(ascii: "{") else {
            return cursor.skip()
        }
        let code = String(decoding: language, as: UTF8.self)
        return cursor.walkObject { key, cursor in
            guard key == "rev" else { return cursor.skip() }
            var (revision, isBroken): (String?, Bool) = (nil, false)
            guard cursor.takeText(&revision, &isBroken) else { return false }
            if let revision, revision.utf8.allSatisfy({ $0 &- UInt8(ascii: "0") <= 9 }) { revisions[code] = revision }
            return true
        }
    }
}
