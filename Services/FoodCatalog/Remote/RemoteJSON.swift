import FoundationEssentials

/// JSON of somebody else, read as far as it fits: what is missing or of another type is nil, and spoils nothing else.
indirect enum RemoteJSON: Decodable, Sendable {
    case object([String: RemoteJSON])
    case array([RemoteJSON])
    case text(String)
    case number(Double)
    /// Null, true, false, and numbers that no Double holds.
    case other

    init(_ bytes: [UInt8]) throws(RemoteFailure) {
        do {
            self = try JSONDecoder().decode(RemoteJSON.self, from: Data(bytes))
        } catch {
            throw .unreadable
        }
    }

    init(from decoder: any Decoder) throws {
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

    /// A number, also one in quotes, as a part of the sources' data has it.
    var number: Double? {
        switch self {
        case .number(let number): number.isFinite ? number : nil
        case .text(let text):
            Double(text.trimmed.replacing(",", with: ".")).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }

    /// An amount: a number that can be one.
    var amount: Double? {
        number.flatMap { (0...Self.amountMax).contains($0) ? $0 : nil }
    }

    /// More of anything is not in 100 g, whatever the unit; what is merely doubtful is flagged by the catalogue.
    private static let amountMax = 1_000_000.0

    /// A text on one line, without white space around it and within a length; nil if nothing is left.
    func text(_ lengthMax: Int) -> String? {
        guard case .text(let text) = self else { return nil }
        let line = String(String.UnicodeScalarView(text.unicodeScalars.map { $0.isControl ? " " : $0 })).trimmed
        return line.isEmpty ? nil : String(line.prefix(lengthMax)).trimmed
    }

    /// Digits, also as a number.
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
