/// A pull parser for JSON that builds no tree and skips unneeded values.
///
/// Of skipped values, only brackets and quotes are checked.
///
/// Messages have a reader of their own in Contracts, `JSONTape`. It checks every byte and indexes all values for a
/// decoder, whereas most of a file is skipped here.
package struct JSONCursor {
    private let bytes: UnsafeBufferPointer<UInt8>
    package private(set) var position: Int

    package init(_ bytes: UnsafeBufferPointer<UInt8>, at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    /// Returns the next byte after white space; nil at the end.
    package mutating func peek() -> UInt8? {
        while position < bytes.count {
            let byte = bytes[position]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
            position += 1
        }
        return nil
    }

    /// Consumes the byte if it comes next.
    package mutating func take(_ byte: UInt8) -> Bool {
        guard peek() == byte else { return false }
        position += 1
        return true
    }

    /// Visits the members of an object.
    ///
    /// - Parameter body: Receives the raw key and must consume the value; returns false to stop.
    /// - Returns: Whether there was an object and all members were visited.
    mutating func walkObject(_ body: (JSONString, inout JSONCursor) -> Bool) -> Bool {
        guard take(UInt8(ascii: "{")) else { return false }
        if take(UInt8(ascii: "}")) { return true }
        while true {
            guard let key = text(), take(UInt8(ascii: ":")), body(key, &self) else { return false }
            if take(UInt8(ascii: "}")) { return true }
            guard take(UInt8(ascii: ",")) else { return false }
        }
    }

    /// Visits the items of an array.
    ///
    /// - Parameter body: Must consume the item; returns false to stop.
    /// - Returns: Whether there was an array and all items were visited.
    mutating func walkArray(_ body: (inout JSONCursor) -> Bool) -> Bool {
        guard take(UInt8(ascii: "[")) else { return false }
        if take(UInt8(ascii: "]")) { return true }
        while true {
            guard body(&self) else { return false }
            if take(UInt8(ascii: "]")) { return true }
            guard take(UInt8(ascii: ",")) else { return false }
        }
    }

    /// Consumes a string.
    package mutating func text() -> JSONString? {
        guard take(UInt8(ascii: "\"")) else { return nil }
        let start = position
        var hasEscapes = false
        while position < bytes.count {
            let byte = bytes[position]
            if byte == UInt8(ascii: "\"") {
                defer { position += 1 }
                return JSONString(bytes: UnsafeBufferPointer(rebasing: bytes[start..<position]), hasEscapes: hasEscapes)
            }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                position += 1
            }
            position += 1
        }
        return nil
    }

    /// Consumes a value that is neither object, array nor string.
    mutating func scalar() -> UnsafeBufferPointer<UInt8>? {
        guard peek() != nil else { return nil }
        let start = position
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x20, 0x0A, 0x0D, 0x09:
                return start < position ? UnsafeBufferPointer(rebasing: bytes[start..<position]) : nil
            case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: ":"), UInt8(ascii: "\""): return nil
            default: position += 1
            }
        }
        return start < position ? UnsafeBufferPointer(rebasing: bytes[start..<position]) : nil
    }

    /// Consumes any value.
    ///
    /// - Returns: Whether there was a complete value.
    package mutating func skip() -> Bool {
        guard let first = peek() else { return false }
        if first == UInt8(ascii: "\"") { return text() != nil }
        guard first == UInt8(ascii: "{") || first == UInt8(ascii: "[") else { return scalar() != nil }
        var depth = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""):
                guard text() != nil else { return false }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            position += 1
            if depth == 0 { return true }
        }
        return false
    }

    /// Consumes any value and returns it as a number if it is one, also in quotes.
    ///
    /// - Returns: Nil for other values, such as null or an empty string.
    mutating func number() -> Double? {
        switch peek() {
        case UInt8(ascii: "\""): return text().flatMap { DecimalNumber.parse($0.bytes) }
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            _ = skip()
            return nil
        default: return scalar().flatMap { DecimalNumber.parse($0) }
        }
    }
}
