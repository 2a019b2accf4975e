import FoundationEssentials

/// Lenient JSON of a remote source: a missing value or one of another type is nil and does not affect the rest.
///
/// Foundation parses it: an answer is small, and one that is not valid JSON must be reported as unreadable.
/// `JSONCursor` of FoodFormats checks less, because it skips most of a file.
indirect enum RemoteJSON: Decodable, Sendable {
    case object([String: RemoteJSON])
    case array([RemoteJSON])
    case text(String)
    case number(Double)
    /// Null, true, false, and numbers out of the range of Double.
    case other

    init(_ bytes: [UInt8]) throws(RemoteFailure) {
        do {
            self = try JSONDecoder().decode(RemoteJSON.self, from: Data(bytes))
        } catch {
            throw .unreadable
        }
    }

    init(from decoder: any Decoder) throws {
        // Each kind of JSON is tried in turn; a value of none is `other`.
        if let values = try? decoder.container(keyedBy: AnyKey.self) {
            var object: [String: RemoteJSON] = [:]
            for key in values.allKeys { object[key.stringValue] = try values.decode(RemoteJSON.self, forKey: key) }
            self = .object(object)
        } else if var values = try? decoder.unkeyedContainer() {
            var array: [RemoteJSON] = []
            while !values.isAtEnd { array.append(try values.decode(RemoteJSON.self)) }
            self = .array(array)
        } else {
            let value = try decoder.singleValueContainer()
            if let text = try? value.decode(String.self) {
                self = .text(text)
            } else if let number = try? value.decode(Double.self) {
                self = .number(number)
            } else {
                self = .other
            }
        }
    }

    subscript(_ key: String) -> RemoteJSON? {
        if case .object(let object) = self { object[key] } else { nil }
    }

    var array: [RemoteJSON]? {
        if case .array(let array) = self { array } else { nil }
    }

    var isObject: Bool { if case .object = self { true } else { false } }

    /// The value as a number, also if it is a quoted number, as in parts of the sources' data.
    var number: Double? {
        switch self {
        case .number(let number): number.isFinite ? number : nil
        case .text(let text):
            Double(text.trimmed.replacing(",", with: ".")).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    /// The value as a plausible amount.
    var amount: Double? {
        number.flatMap { (0...Self.amountMax).contains($0) ? $0 : nil }
    }

    /// Upper bound for any amount in 100 g in any unit; the catalog flags merely doubtful values.
    private static let amountMax = 1_000_000.0

    /// Returns the value as a trimmed single line of limited length; nil if it is empty.
    func text(_ lengthMax: Int) -> String? {
        guard case .text(let text) = self else { return nil }
        let line = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isControl ? " " : $0 })).trimmed
        return line.isEmpty ? nil : String(line.prefix(lengthMax)).trimmed
    }

    /// The value as digits, also if it is an integer.
    var digits: String? {
        switch self {
        case .text(let text): text.trimmed
        case .number(let number): Int64(exactly: number).map { "\($0)" }
        default: nil
        }
    }

    private struct AnyKey: CodingKey {
        let stringValue: String
        let intValue: Int? = nil

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension String {
    fileprivate var trimmed: String {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(self[first...last])
    }
}

extension Unicode.Scalar {
    fileprivate var isControl: Bool { properties.generalCategory == .control }
}

/// Limits on the texts of a source.
enum RemoteText {
    static let nameMax = 200
    static let labelMax = 100
    static let ingredientsMax = 4_000
    static let addressMax = 500
    static let portionsMax = 20

    /// Returns a permanent image URL: https, and without a query, which would contain an expiring signature.
    static func imageURL(_ value: RemoteJSON?) -> String? {
        guard let text = value?.text(addressMax), text.hasPrefix("https://"), !text.contains("?"),
            let url = URL(string: text), url.host()?.isEmpty == false
        else { return nil }
        return text
    }
}
