/// Splits a plain JSON text (RFC 8259) into its values.
///
/// A text is not plain if it contains `\u` for other than control characters, or lists or objects nested deeper than
/// ``depthMax``. Nor may objects have duplicate names, or more than ``membersMax`` members. These rare texts are left
/// to Foundation, which accepts or rejects them.
struct JSONTapeReader {
    /// No contract is nested so deeply.
    private static let depthMax = 24
    /// Names are compared pairwise, and no contract has so many fields.
    static let membersMax = 64

    private let bytes: UnsafeBufferPointer<UInt8>
    private var index = 0
    private var found: [JSONTape.Value] = []

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        // Names, numbers and short strings take some ten bytes each.
        found.reserveCapacity(8 + bytes.count / 12)
    }

    /// Parses all values; nil if the text is no plain JSON.
    mutating func values() -> [JSONTape.Value]? {
        guard bytes.count < UInt32.max, readValue(depth: 0), next() == nil else { return nil }
        return found
    }

    /// Reads an escape sequence for one byte: two characters, or a control character as ``JSONWriter`` writes it.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - index: The index of the backslash.
    /// - Returns: The byte and the length of the sequence; nil for other sequences.
    static func escape(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (byte: UInt8, length: Int)? {
        guard index + 1 < bytes.count else { return nil }
        return switch bytes[index + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): (bytes[index + 1], 2)
        case UInt8(ascii: "b"): (0x08, 2)
        case UInt8(ascii: "f"): (0x0C, 2)
        case UInt8(ascii: "n"): (0x0A, 2)
        case UInt8(ascii: "r"): (0x0D, 2)
        case UInt8(ascii: "t"): (0x09, 2)
        case UInt8(ascii: "u"): controlCharacter(in: bytes, at: index).map { ($0, 6) }
        default: nil
        }
    }

    /// Reads `\u0000` to `\u001f`.
    private static func controlCharacter(in bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt8? {
        guard index + 5 < bytes.count, bytes[index + 2] == UInt8(ascii: "0"), bytes[index + 3] == UInt8(ascii: "0"),
            (UInt8(ascii: "0")...UInt8(ascii: "1")).contains(bytes[index + 4]),
            let low = Character(Unicode.Scalar(bytes[index + 5])).hexDigitValue
        else { return nil }
        return (bytes[index + 4] & 1) << 4 | UInt8(low)
    }

    /// Returns the next byte that is not white space, without consuming it; nil at the end.
    private mutating func next() -> UInt8? {
        while index < bytes.count {
            switch bytes[index] {
            case 0x20, 0x09, 0x0A, 0x0D: index += 1
            default: return bytes[index]
            }
        }
        return nil
    }

    private mutating func readValue(depth: Int) -> Bool {
        guard depth <= Self.depthMax, let first = next() else { return false }
        switch first {
        case UInt8(ascii: "\""): return readText()
        case UInt8(ascii: "{"): return readObject(depth: depth)
        case UInt8(ascii: "["): return readList(depth: depth)
        case UInt8(ascii: "t"): return readWord("true", .yes)
        case UInt8(ascii: "f"): return readWord("false", .no)
        case UInt8(ascii: "n"): return readWord("null", .null)
        default: return readNumber()
        }
    }

    private mutating func add(_ kind: JSONTape.Kind, _ range: Range<Int>) {
        found.append(JSONTape.Value(kind, range, next: found.count + 1))
    }

    private mutating func readWord(_ word: StaticString, _ kind: JSONTape.Kind) -> Bool {
        let end = index + word.utf8CodeUnitCount
        guard end <= bytes.count, word.withUTF8Buffer({ $0.elementsEqual(bytes[index..<end]) }) else { return false }
        add(kind, index..<end)
        index = end
        return true
    }

    private mutating func readText() -> Bool {
        let start = index + 1
        var kind = JSONTape.Kind.text
        index = start
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "\"") {
                add(kind, start..<index)
                index += 1
                return true
            }
            guard byte >= 0x20 else { return false }
            if byte == UInt8(ascii: "\\") {
                guard let (_, length) = Self.escape(in: bytes, at: index) else { return false }
                kind = .escapedText
                index += length
            } else {
                index += 1
            }
        }
        return false
    }

    private mutating func readNumber() -> Bool {
        let start = index
        if bytes[index] == UInt8(ascii: "-") { index += 1 }
        let whole = readDigits()
        // A leading zero must be the only digit.
        guard whole == 1 || whole > 1 && bytes[index - whole] != UInt8(ascii: "0") else { return false }
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            index += 1
            guard readDigits() > 0 else { return false }
        }
        if index < bytes.count, bytes[index] | 0x20 == UInt8(ascii: "e") {
            index += 1
            if index < bytes.count, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(bytes[index]) { index += 1 }
            guard readDigits() > 0 else { return false }
        }
        add(.number, start..<index)
        return true
    }

    /// Skips digits and returns their number.
    private mutating func readDigits() -> Int {
        let start = index
        while index < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[index]) { index += 1 }
        return index - start
    }

    private mutating func readList(depth: Int) -> Bool {
        readAll(.list, end: "]") { $0.readValue(depth: depth + 1) }
    }

    private mutating func readObject(depth: Int) -> Bool {
        readAll(.object, end: "}") { reader in
            guard reader.next() == UInt8(ascii: "\""), reader.readText(), reader.next() == UInt8(ascii: ":") else {
                return false
            }
            reader.index += 1
            return reader.readValue(depth: depth + 1)
        }
    }

    /// Reads a bracketed sequence with commas.
    private mutating func readAll(
        _ kind: JSONTape.Kind,
        end: Unicode.Scalar,
        _ readOne: (inout JSONTapeReader) -> Bool
    ) -> Bool {
        let (start, valueIndex) = (index, found.count)
        add(kind, start..<start)
        index += 1
        var count = 0
        while let byte = next() {
            if byte == UInt8(ascii: end), count == 0 { return finish(valueIndex, count) }
            guard readOne(&self), let separator = next() else { return false }
            count += 1
            if separator == UInt8(ascii: end) { return finish(valueIndex, count) }
            guard separator == UInt8(ascii: ",") else { return false }
            index += 1
        }
        return false
    }

    private mutating func finish(_ valueIndex: Int, _ count: Int) -> Bool {
        index += 1
        found[valueIndex].next = found.count
        found[valueIndex].count = count
        return found[valueIndex].kind == .list || count <= Self.membersMax && hasDistinctNames(valueIndex)
    }

    /// Returns whether the names of an object's members are distinct, compared without unescaping.
    ///
    /// Decoders differ in which of two duplicates they use.
    private func hasDistinctNames(_ valueIndex: Int) -> Bool {
        var name = valueIndex + 1
        while name < found.count {
            guard found[name].kind == .text else { return false }
            let following = found[name + 1].next
            var other = following
            while other < found.count {
                if isSame(found[name].bytes, found[other].bytes) { return false }
                other = found[other + 1].next
            }
            name = following
        }
        return true
    }

    private func isSame(_ first: Range<Int>, _ second: Range<Int>) -> Bool {
        JSONTape.areEqual(UnsafeBufferPointer(rebasing: bytes[first]), UnsafeBufferPointer(rebasing: bytes[second]))
    }
}
