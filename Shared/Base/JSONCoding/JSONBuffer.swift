/// Bytes of JSON in memory of their own: the checks of an array's `append` took longer than the writing.
struct JSONBuffer: ~Copyable {
    /// Most messages fit, and the allocator serves this size without a lock.
    private static let capacityMin = 1_000

    private var start: UnsafeMutablePointer<UInt8>
    private var capacity: Int
    private var count = 0

    init() {
        capacity = Self.capacityMin
        start = .allocate(capacity: capacity)
    }

    deinit { start.deallocate() }

    /// A copy of the bytes.
    var bytes: [UInt8] { Array(UnsafeBufferPointer(start: start, count: count)) }

    mutating func append(_ byte: UInt8) {
        reserve(1)
        put(byte)
    }

    mutating func append(_ text: StaticString) {
        text.withUTF8Buffer { bytes in
            reserve(bytes.count)
            put(bytes)
        }
    }

    /// Appends the name of a member, which needs no escapes, and its colon.
    mutating func append(name: StaticString, afterComma: Bool) {
        name.withUTF8Buffer { append(name: $0, afterComma: afterComma) }
    }

    mutating func append(name: String, afterComma: Bool) {
        var name = name
        name.withUTF8 { append(name: $0, afterComma: afterComma) }
    }

    private mutating func append(name: UnsafeBufferPointer<UInt8>, afterComma: Bool) {
        // A comma, two quotes and a colon.
        reserve(name.count + 4)
        if afterComma { put(UInt8(ascii: ",")) }
        put(UInt8(ascii: "\""))
        put(name)
        put(UInt8(ascii: "\""))
        put(UInt8(ascii: ":"))
    }

    // MARK: Numbers

    private static let powersOfTen: [UInt64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000, 10_000_000_000,
        100_000_000_000, 1_000_000_000_000, 10_000_000_000_000, 100_000_000_000_000, 1_000_000_000_000_000,
        10_000_000_000_000_000, 100_000_000_000_000_000, 1_000_000_000_000_000_000, 10_000_000_000_000_000_000,
    ]
    /// Sign, point and digits of the longest number that is written digit by digit.
    private static let numberLengthMax = 24
    /// Decimal places of numbers that are written digit by digit; nutrients and weights have no more.
    private static let placesMax = 4

    /// Appends a number; null if it is not finite.
    mutating func append(number: Double) {
        if let whole = Int64(exactly: number) {
            append(magnitude: whole.magnitude, isNegative: whole < 0)
        } else if !number.isFinite {
            append("null")
        } else if !append(decimal: number) {
            var text = number.description
            text.withUTF8 { bytes in
                reserve(bytes.count)
                put(bytes)
            }
        }
    }

    mutating func append(magnitude: UInt64, isNegative: Bool) {
        reserve(Self.numberLengthMax)
        if isNegative { put(UInt8(ascii: "-")) }
        var length = 1
        while length < Self.powersOfTen.count, magnitude >= Self.powersOfTen[length] { length += 1 }
        put(digits: magnitude, length)
    }

    /// Appends a number with few decimal places, in the form of its description but several times faster.
    ///
    /// A decimal of at most 15 digits is the only one of its length that rounds to its binary number. Therefore it is
    /// the shortest, which `description` returns.
    ///
    /// - Returns: False if the number is no such decimal; then nothing is appended.
    private mutating func append(decimal number: Double) -> Bool {
        let magnitude = number.magnitude
        // With four places, that is 14 digits.
        guard magnitude < 1e10 else { return false }
        for places in 1...Self.placesMax {
            let scale = Self.powersOfTen[places]
            let digits = UInt64(magnitude * Double(scale) + 0.5)
            // Both are exact, so that the quotient is the binary number nearest to the decimal.
            guard Double(digits) / Double(scale) == magnitude else { continue }
            let (whole, fraction) = digits.quotientAndRemainder(dividingBy: scale)
            append(magnitude: whole, isNegative: number < 0)
            put(UInt8(ascii: "."))
            put(digits: fraction, places)
            return true
        }
        return false
    }

    /// Writes a number with leading zeros, for which there is room.
    private mutating func put(digits number: UInt64, _ length: Int) {
        var rest = number
        var index = count + length
        while index > count {
            index -= 1
            start[index] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
            rest /= 10
        }
        count += length
    }

    // MARK: Text

    mutating func append(text: String) {
        var text = text
        text.withUTF8 { append(text: $0) }
    }

    private mutating func append(text: UnsafeBufferPointer<UInt8>) {
        reserve(text.count + 2)
        put(UInt8(ascii: "\""))
        // Without an exit from the loop, the compiler tests sixteen bytes at once.
        var special: UInt8 = 0
        for byte in text { special |= Self.isSpecial(byte) ? 1 : 0 }
        if special == 0 { put(text) } else { append(escaped: text) }
        append(UInt8(ascii: "\""))
    }

    private static func isSpecial(_ byte: UInt8) -> Bool {
        byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
    }

    private mutating func append(escaped text: UnsafeBufferPointer<UInt8>) {
        for byte in text {
            if byte < 0x20 {
                append("\\u00")
                append(Self.hexDigit(byte >> 4))
                append(Self.hexDigit(byte & 0xF))
            } else {
                if Self.isSpecial(byte) { append(UInt8(ascii: "\\")) }
                append(byte)
            }
        }
    }

    private static func hexDigit(_ value: UInt8) -> UInt8 {
        value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
    }

    // MARK: Memory

    /// Writes a byte for which there is room.
    private mutating func put(_ byte: UInt8) {
        start[count] = byte
        count += 1
    }

    /// Writes bytes for which there is room.
    private mutating func put(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let source = bytes.baseAddress else { return }
        (start + count).update(from: source, count: bytes.count)
        count += bytes.count
    }

    @inline(__always) private mutating func reserve(_ more: Int) {
        if capacity - count < more { grow(more) }
    }

    @inline(never) private mutating func grow(_ more: Int) {
        let larger = max(2 * capacity, count + more)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        moved.update(from: start, count: count)
        start.deallocate()
        (start, capacity) = (moved, larger)
    }
}
