/// Random codes that people read to each other: digits and capital letters without those that look alike (Douglas
/// Crockford's base 32), in groups of five.
enum ReadableCode {
    private static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ")
    private static let groupLength = 5
    /// Five bits each: 100, which nobody guesses, however fast the hash is that is kept.
    private static let length = 20

    static func make() -> String {
        let characters = RandomBytes.make(count: length).map { alphabet[Int($0) % alphabet.count] }
        return stride(from: 0, to: length, by: groupLength)
            .map { String(characters[$0..<$0 + groupLength]) }
            .joined(separator: "-")
    }

    /// The code as it was made, however somebody types it; nil if it is none.
    static func normalised(_ text: String) -> String? {
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
}
