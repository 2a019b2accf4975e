/// The names of a starter food in other languages.
struct StarterNames: Sendable {
    /// The header of the file.
    static let columns = ["id", "language", "name"]

    /// The first name of each language, which is displayed.
    private(set) var names: [String: String] = [:]
    /// Further names, which are only searchable.
    private(set) var aliases: [String] = []

    mutating func add(_ name: String, in language: String) {
        // The food's own name is English; further English names are aliases.
        if language != "en", names[language] == nil { names[language] = name } else { aliases.append(name) }
    }
}
