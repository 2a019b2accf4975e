import Foundation
import JSONCoding
import SeededRandom

/// A value with all that the coders distinguish.
struct Many: Codable, Equatable {
    enum Choice: String, Codable, CaseIterable {
        case first
        case second = "2nd \"one\""
    }

    var whole: Int
    var small: Int8?
    var wide: UInt64
    var number: Double
    var text: String
    var optional: String?
    var yes: Bool
    var choice: Choice
    var choices: [Choice?]
    var list: [[Double]]
    var words: [String: String]
    var counts: [String: Int]
    var nested: [String: [Inner]]
    var inner: Inner?
}

/// Fields that are left out or null.
struct Inner: Codable, Equatable {
    var patch: Patch<Double> = .unchanged
    var textPatch: Patch<String> = .unchanged
    @Nullable var name: String?
    @Nullable var number: Double?
    @Nullable var choice: Many.Choice?
    @Nullable var others: [Int]?
}

/// Has fields of another type beside its own, as a diary entry has.
struct Beside: Codable, Equatable {
    var id: Int
    var inner: Inner
    var last: Bool

    private enum CodingKeys: String, CodingKey {
        case id
        case last
    }

    init(id: Int, inner: Inner, last: Bool) {
        (self.id, self.inner, self.last) = (id, inner, last)
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(Int.self, forKey: .id)
        inner = try Inner(from: decoder)
        last = try container.decode(Bool.self, forKey: .last)
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try inner.encode(to: encoder)
        try container.encode(last, forKey: .last)
    }
}

/// JSON of any form, compared without the order of members.
enum JSONTree: Decodable, Equatable {
    case null
    case flag(Bool)
    case number(Double)
    case text(String)
    case list([JSONTree])
    case object([String: JSONTree])

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let list = try? container.decode([JSONTree].self) {
            self = .list(list)
        } else {
            self = .object(try container.decode([String: JSONTree].self))
        }
    }
}

extension Many {
    /// Makes a value with random content.
    static func random(_ generator: inout SeededGenerator) -> Many {
        // The fast decoder leaves long numbers, exponents and names with escapes to Foundation's.
        let isPlain = Bool.random(using: &generator)
        func text() -> String {
            let scalars: [Unicode.Scalar] = [
                "a", "\"", "\\", "\n", "\u{0}", "\u{1F}", "/", "ї", "\u{2028}", "\u{1F35A}",
            ]
            let length = Int.random(in: 0...20, using: &generator)
            var text = ""
            for _ in 0..<length { text.unicodeScalars.append(scalars.randomElement(using: &generator) ?? "b") }
            return text
        }
        func key() -> String { isPlain ? "ї\(Int.random(in: 0...99, using: &generator))" : text() }
        func number() -> Double {
            let places = Double(Int.random(in: isPlain ? 0...2 : -12...12, using: &generator))
            return (Double.random(in: -1_000...1_000, using: &generator) * 100).rounded() / pow(10, places)
        }
        func whole() -> Int {
            .random(in: isPlain ? -1_000_000...1_000_000 : .min ... .max, using: &generator)
        }
        func list<Element>(_ element: () -> Element) -> [Element] {
            (0..<Int.random(in: 0...4, using: &generator)).map { _ in element() }
        }
        func optional<Value>(_ value: () -> Value) -> Value? { Bool.random(using: &generator) ? value() : nil }
        func choice() -> Many.Choice { Many.Choice.allCases.randomElement(using: &generator) ?? .first }
        func inner() -> Inner {
            Inner(
                patch: optional { Patch.set(number()) } ?? .cleared,
                textPatch: optional { Patch.set(text()) } ?? .unchanged,
                name: optional(text),
                number: optional(number),
                choice: optional(choice),
                others: optional { list(whole) }
            )
        }
        return Many(
            whole: whole(),
            small: optional { .random(in: .min ... .max, using: &generator) },
            wide: .random(in: 0...(isPlain ? 1_000 : .max), using: &generator),
            number: number(),
            text: text(),
            optional: optional(text),
            yes: .random(using: &generator),
            choice: choice(),
            choices: list { optional(choice) },
            list: list { list(number) },
            words: Dictionary(list { (key(), text()) }) { first, _ in first },
            counts: Dictionary(list { (key(), Int.random(in: -9...9, using: &generator)) }) { first, _ in first },
            nested: Dictionary(list { (key(), list(inner)) }) { first, _ in first },
            inner: optional(inner)
        )
    }
}
