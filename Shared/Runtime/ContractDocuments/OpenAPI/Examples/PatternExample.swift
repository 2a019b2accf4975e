/// Makes a short text that a regular expression matches.
///
/// Understands what constraints use: literals, classes, groups, alternatives, counts and anchors; no look-ahead and no
/// references.
package struct PatternExample {
    private var rest: Substring

    /// Returns a matching text; nil for a pattern with other parts.
    package static func text(_ pattern: String) -> String? {
        var reader = PatternExample(rest: pattern[...])
        guard let text = reader.alternatives(), reader.rest.isEmpty else { return nil }
        return text
    }

    /// The first alternative, after which the others are skipped.
    private mutating func alternatives() -> String? {
        guard let first = sequence() else { return nil }
        while rest.first == "|" {
            rest.removeFirst()
            guard sequence() != nil else { return nil }
        }
        return first
    }

    private mutating func sequence() -> String? {
        var text = ""
        while let character = rest.first, character != "|", character != ")" {
            guard let part = atom(), let count = count() else { return nil }
            text += String(repeating: part, count: count)
        }
        return text
    }

    private mutating func atom() -> String? {
        let character = rest.removeFirst()
        switch character {
        case "^", "$": return ""
        case ".": return "a"
        case "\\": return escaped()
        case "[": return member()
        case "(":
            if rest.hasPrefix("?:") { rest.removeFirst(2) }
            guard rest.first != "?", let inner = alternatives(), rest.first == ")" else { return nil }
            rest.removeFirst()
            return inner
        default: return String(character)
        }
    }

    private mutating func escaped() -> String? {
        guard let character = rest.popFirst() else { return nil }
        switch character {
        case "d": return "1"
        case "w", "S", "D": return "a"
        case "s", "W": return " "
        case "p", "P", "b", "B", "u", "x", "k": return nil
        default: return character.isNumber ? nil : String(character)
        }
    }

    /// A member of a class; of one that excludes characters, the first of some common ones that it leaves.
    private mutating func member() -> String? {
        let isNegated = rest.first == "^"
        if isNegated { rest.removeFirst() }
        var ranges: [ClosedRange<Character>] = []
        while let character = rest.popFirst(), character != "]" {
            guard let lower = character == "\\" ? escaped()?.first : character else { return nil }
            if rest.first == "-", rest.dropFirst().first != "]" {
                rest.removeFirst()
                guard let next = rest.popFirst(), let upper = next == "\\" ? escaped()?.first : next, lower <= upper
                else { return nil }
                ranges.append(lower...upper)
            } else {
                ranges.append(lower...lower)
            }
        }
        let usual = "a1A-_ "
        let found = usual.first { character in ranges.contains { $0.contains(character) } != isNegated }
        return found.map(String.init) ?? (isNegated ? nil : ranges.first.map { String($0.lowerBound) })
    }

    /// How often the last part is repeated: once if it may be left out or repeated.
    private mutating func count() -> Int? {
        switch rest.first {
        case "?", "*", "+":
            rest.removeFirst()
            return 1
        case "{":
            guard let end = rest.firstIndex(of: "}") else { return nil }
            let bounds = rest[rest.index(after: rest.startIndex)..<end].split(
                separator: ",",
                omittingEmptySubsequences: false
            )
            rest = rest[rest.index(after: end)...]
            guard let least = bounds.first.flatMap({ Int($0) }) else { return nil }
            return least == 0 ? (bounds.count > 1 ? 1 : 0) : least
        default: return 1
        }
    }
}
