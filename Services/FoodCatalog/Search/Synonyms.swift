import FoundationEssentials

/// Words and phrases that mean the same, from a file that operators can edit.
///
/// Each line is a group separated by commas (`aubergine, eggplant`); `#` begins a comment; a leading language (`uk:`)
/// is informational. Synonyms apply to queries, so a change needs no new index.
package struct Synonyms: Sendable {
    /// An unreadable file or an invalid line; stops the start.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// Maximum size of the file, far above that of a hand-written one.
    private static let fileBytesMax = 1_024 * 1_024
    private static let groupMax = 20
    private static let phraseWordsMax = 4

    /// The alternatives of each phrase, by the stems of its words.
    private let others: [[String]: [[String]]]
    /// The single words of Thai among the phrases, with which runs may begin.
    private let thaiWords: [String]

    package static let none = Synonyms(others: [:])

    private init(others: [[String]: [[String]]]) {
        self.others = others
        thaiWords = others.keys.filter { $0.count == 1 && ThaiScript.isRun($0[0]) }.map { $0[0] }.sorted()
    }

    /// Reads the file.
    ///
    /// - Throws: `Failure`, with the line.
    package init(path: String) throws {
        guard let data = try? Data(contentsOf: URL(filePath: path)), data.count <= Self.fileBytesMax,
            let text = String(validating: data, as: UTF8.self)
        else {
            throw Failure(
                description: "catalog.synonyms is \(path), which cannot be read as UTF-8 of at most a megabyte."
            )
        }
        do throws(Failure) {
            try self.init(text: text)
        } catch {
            throw Failure(description: "catalog.synonyms is \(path). Its \(error)")
        }
    }

    /// Parses the lines.
    ///
    /// - Throws: `Failure`, with the line.
    package init(text: String) throws(Failure) {
        var others: [[String]: [[String]]] = [:]
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        for (index, line) in lines.enumerated() {
            let group = try Self.group(String(line.prefix { $0 != "#" }), line: index + 1)
            for phrase in group {
                others[phrase.map(Stemmer.stem(of:)), default: []] += group.filter { $0 != phrase }
            }
        }
        self.init(others: others)
    }

    private static func group(_ line: String, line number: Int) throws(Failure) -> [[String]] {
        var line = Substring(line)
        if let colon = line.firstIndex(of: ":") { line = line[line.index(after: colon)...] }
        let phrases = line.split(separator: ",").map { WordNormaliser.words(of: String($0)) }.filter { !$0.isEmpty }
        if phrases.isEmpty { return [] }
        guard (2...groupMax).contains(phrases.count), phrases.allSatisfy({ $0.count <= phraseWordsMax }) else {
            throw Failure(
                description: """
                    line \(number) must hold 2 to \(groupMax) words or phrases of at most \(phraseWordsMax) words, with commas \
                    between.
                    """
            )
        }
        return phrases
    }

    /// Returns the single-word synonyms of a single word.
    func words(for stem: String) -> [String] {
        (others[[stem]] ?? []).filter { $0.count == 1 }.map { $0[0] }
    }

    /// Returns the queries with one phrase replaced by a synonym, if either of them has several words.
    func variants(of words: [String]) -> [[String]] {
        if others.isEmpty { return [] }
        let stems = words.map(Stemmer.stem(of:))
        var variants: [[String]] = []
        for start in words.indices {
            for end in start + 1...min(words.count, start + Self.phraseWordsMax) where end <= words.count {
                for other in others[Array(stems[start..<end])] ?? [] where end - start > 1 || other.count > 1 {
                    variants.append(Array(words[..<start] + other + words[end...]))
                }
            }
        }
        return variants + thaiVariants(of: words)
    }

    /// Returns the queries with the beginning of a run of Thai replaced by a synonym: "ไอติมวานิลลา" has two words.
    private func thaiVariants(of words: [String]) -> [[String]] {
        var variants: [[String]] = []
        for index in words.indices where ThaiScript.isRun(words[index]) {
            for word in thaiWords where words[index] != word && words[index].hasPrefix(word) {
                for other in self.words(for: word) where !words[index].hasPrefix(other) {
                    var variant = words
                    variant[index] = other + words[index].dropFirst(word.count)
                    variants.append(variant)
                }
            }
        }
        return variants
    }
}
