/// The members of a JSON object, each with the text of its value.
///
/// Reads what ``PayloadCoder`` has written, so it checks brackets and quotes only.
struct JSONMembers {
    /// A name and the JSON of its value.
    struct Member {
        /// The JSON of the name, with its quotes.
        let quotedName: ArraySlice<UInt8>
        let json: ArraySlice<UInt8>

        /// The name; fields of contracts contain no escape sequence.
        var name: String { String(decoding: quotedName.dropFirst().dropLast(), as: UTF8.self) }
    }

    let members: [Member]

    /// Splits an object.
    ///
    /// - Returns: Nil for other JSON.
    init?(_ bytes: [UInt8]) {
        var reader = Reader(bytes: bytes)
        guard reader.take("{") else { return nil }
        var found: [Member] = []
        while !reader.take("}") {
            if !found.isEmpty { guard reader.take(",") else { return nil } }
            guard let name = reader.value(), name.first == UInt8(ascii: "\""), reader.take(":"),
                let json = reader.value()
            else { return nil }
            found.append(Member(quotedName: name, json: json))
        }
        members = found
    }

    /// Writes members as an object.
    static func object(_ members: [Member]) -> [UInt8] {
        var bytes = [UInt8(ascii: "{")]
        for (index, member) in members.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += member.quotedName
            bytes.append(UInt8(ascii: ":"))
            bytes += member.json
        }
        bytes.append(UInt8(ascii: "}"))
        return bytes
    }

    private struct Reader {
        let bytes: [UInt8]
        var position = 0

        private mutating func skipSpace() {
            while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
        }

        mutating func take(_ character: Unicode.Scalar) -> Bool {
            skipSpace()
            guard position < bytes.count, bytes[position] == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }

        /// Returns the next value; nil at the end of the object or of the text.
        mutating func value() -> ArraySlice<UInt8>? {
            skipSpace()
            let start = position
            var depth = 0
            while position < bytes.count {
                let byte = bytes[position]
                switch byte {
                case UInt8(ascii: "\""):
                    skipText()
                    if depth == 0 { return bytes[start..<position] }
                    continue
                case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
                case UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: ","):
                    if depth == 0 { return start < position ? bytes[start..<position] : nil }
                    if byte != UInt8(ascii: ",") { depth -= 1 }
                    if depth == 0, byte != UInt8(ascii: ",") {
                        position += 1
                        return bytes[start..<position]
                    }
                default: break
                }
                position += 1
            }
            return nil
        }

        /// Moves behind the text that begins here.
        private mutating func skipText() {
            position += 1
            while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
                position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
            }
            position = min(position + 1, bytes.count)
        }
    }
}
