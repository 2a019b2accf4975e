import Contracts
import FoundationEssentials

/// The outermost object of a JSON body: its keys, and the bytes between its braces.
///
/// Services validate the values. Here, only two rules are checked: nothing follows the object, and no key occurs twice.
struct JSONObject {
    /// The keys, unescaped.
    private(set) var keys: Set<String> = []
    private(set) var inside: ArraySlice<UInt8> = []

    /// Scans a body.
    ///
    /// - Throws: `malformed` if the bytes are no object, or a key occurs twice.
    init(_ bytes: [UInt8]) throws(ServiceError) {
        var position = Self.skipSpace(bytes, 0)
        // An empty body counts as an empty object.
        if position == bytes.count { return }
        guard bytes[position] == UInt8(ascii: "{") else { throw Self.noObject }
        let start = position + 1
        position = start
        var depth = 1
        var expectsKey = true
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                guard let end = Self.endOfString(bytes, position) else { throw Self.noObject }
                if depth == 1, expectsKey {
                    guard let key = Self.key(bytes[(position + 1)..<end]) else { throw Self.noObject }
                    guard keys.insert(key).inserted else { throw Self.doubled(key) }
                    expectsKey = false
                }
                position = end
            case UInt8(ascii: ","): if depth == 1 { expectsKey = true }
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                if depth == 0 {
                    guard bytes[position] == UInt8(ascii: "}"), Self.skipSpace(bytes, position + 1) == bytes.count
                    else {
                        throw Self.noObject
                    }
                    inside = bytes[start..<position]
                    return
                }
            default: break
            }
            position += 1
        }
        throw Self.noObject
    }

    private static let noObject = ServiceError(.malformed, "The body is not valid JSON: it must be one object.")

    private static func doubled(_ key: String) -> ServiceError {
        let message = "\(key.prefix(100)) is given twice."
        return ServiceError(.malformed, message, details: [FieldError(String(key.prefix(100)), .notAllowed, message)])
    }

    /// Decodes a key; nil for invalid JSON.
    ///
    /// Keys with escapes are rare, so Foundation decodes them as the services do.
    private static func key(_ text: ArraySlice<UInt8>) -> String? {
        guard text.contains(UInt8(ascii: "\\")) else { return String(decoding: text, as: UTF8.self) }
        let quoted = [UInt8(ascii: "\"")] + text + [UInt8(ascii: "\"")]
        return try? JSONDecoder().decode(String.self, from: Data(quoted))
    }

    private static func skipSpace(_ bytes: [UInt8], _ start: Int) -> Int {
        var position = start
        while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
        return position
    }

    /// Returns the position of the quote that ends the string at `start`.
    private static func endOfString(_ bytes: [UInt8], _ start: Int) -> Int? {
        var position = start + 1
        while position < bytes.count {
            if bytes[position] == UInt8(ascii: "\"") { return position }
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return nil
    }

    /// Encodes a text as a JSON string.
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\u{0}"..<"\u{20}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
