/// What a food of the starter is called in other languages.
struct StarterNames: Sendable {
    /// The header of the file.
    static let columns = ["id", "language", "name"]

    /// The first name of each language, which is shown.
    private(set) var names: [String: String] = [:]
    /// Further ones, by which it is found.
    private(set) var aliases: [String] = []

    mutating func add(_ name: String, in language: String) {
        // The food's own name is English and stays; another English one helps to find it.
        if language != "en", names[language] == nil { names[language] = name } else { aliases.append(name) }
    }
}
