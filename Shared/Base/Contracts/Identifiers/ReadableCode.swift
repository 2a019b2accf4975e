/// Random codes that people read out and type: digits and capital letters without those that look alike (Douglas
/// Crockford's base 32), in groups of five.
package enum ReadableCode {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    private static let groupLength = 5
    /// Characters of a code: 100 bits, which cannot be guessed, however fast the stored hash is.
    private static let length = 20

    /// Generates an unpredictable code: the system's generator is the kernel's.
    package static func make() -> String {
        var generator = SystemRandomNumberGenerator()
        return grouped((0..<length).map { _ in alphabet[Int.random(in: alphabet.indices, using: &generator)] })
    }

    /// Returns a typed code in its canonical form, without separators; nil if it is none.
    package static func normalised(_ text: String) -> String? {
        let characters = text.uppercased().compactMap { character -> Character? in
            switch character {
            case "O": "0"
            case "I", "L": "1"
            case "-", " ": nil
            default: character
            }
        }
        guard characters.count == length, characters.allSatisfy(alphabet.contains) else { return nil }
        return String(characters)
    }

    /// Returns a typed code in the form that ``make()`` returns; nil if it is none.
    package static func asMade(_ text: String) -> String? {
        normalised(text).map { grouped(Array($0)) }
    }

    private static func grouped(_ characters: [Character]) -> String {
        stride(from: 0, to: length, by: groupLength)
            .map { String(characters[$0..<$0 + groupLength]) }
            .joined(separator: "-")
    }
}
