import Calendar
import SeededRandom
import Synchronization

/// 128 bits written as a UUID.
///
/// New ones have version 7 (RFC 9562): the time since 1970, then random bits. Those of one process increase, so they
/// sort in the order of creation; see ``MonotonicTime``. Any UUID is accepted as input, because clients may choose ids.
public struct UUIDv7: Hashable, Sendable {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// The times of this process's ids.
    private static let times = MonotonicTime()

    /// Returns a new id, which is greater than all ids made by this process before.
    ///
    /// Random bits, which do not depend on the time, distinguish ids of different processes. They also distinguish ids
    /// of one process after its clock is set back by more than ``MonotonicTime/stepBackMaxNs``. No id is a secret.
    public static func make() -> UUIDv7 {
        let time = times.next(Timestamp.nanosecondsSince1970())
        return make(nanosecondsSince1970: time, random: UniqueNumbers.next().1)
    }

    /// The creation time of an id of version 7, in milliseconds since 1970 by its host's clock; nil for another
    /// version.
    package var millisecondsSince1970: UInt64? { high >> 12 & 0xF == 7 ? high >> 16 : nil }

    /// Makes an id in the layout of RFC 9562 §5.7, with a time in nanoseconds (§6.2, method 3).
    ///
    /// - Parameters:
    ///   - nanosecondsSince1970: Milliseconds fill 48 bits. The remainder follows in 20 bits, 12 before the variant and
    ///     8 after it.
    ///   - random: Fills the last 54 bits.
    /// - Returns: The id.
    package static func make(nanosecondsSince1970: UInt64, random: UInt64) -> UUIDv7 {
        let (milliseconds, rest) = nanosecondsSince1970.quotientAndRemainder(dividingBy: 1_000_000)
        return UUIDv7(
            high: milliseconds << 16 | 0x7000 | rest >> 8,
            low: 0x8000_0000_0000_0000 | (rest & 0xFF) << 54 | random & 0x003F_FFFF_FFFF_FFFF
        )
    }
}

extension UUIDv7: LosslessStringConvertible {
    /// Parses `xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx` in either case; nil for anything else.
    public init?(_ text: String) {
        var copy = text
        guard let parsed = copy.withUTF8({ UUIDv7(utf8: $0) }) else { return nil }
        self = parsed
    }

    /// Parses the 36 characters of a UUID; nil for anything else.
    package init?(utf8 bytes: UnsafeBufferPointer<UInt8>) {
        guard bytes.count == Self.textLength else { return nil }
        var words: (UInt64, UInt64) = (0, 0)
        var digits = 0
        for (index, byte) in bytes.enumerated() {
            if index == 8 || index == 13 || index == 18 || index == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
                continue
            }
            guard let digit = Self.hexValue(of: byte) else { return nil }
            if digits < 16 {
                words.0 = words.0 << 4 | digit
            } else {
                words.1 = words.1 << 4 | digit
            }
            digits += 1
        }
        self.init(high: words.0, low: words.1)
    }

    /// The number of characters in a UUID's text.
    package static let textLength = 36

    public var description: String {
        String(unsafeUninitializedCapacity: Self.textLength) { buffer in
            write(to: buffer)
            return Self.textLength
        }
    }

    /// Writes the 36 characters to the start of the buffer, which must be large enough.
    package func write(to buffer: UnsafeMutableBufferPointer<UInt8>) {
        var position = 0
        for digit in 0..<32 {
            if digit == 8 || digit == 12 || digit == 16 || digit == 20 {
                buffer[position] = UInt8(ascii: "-")
                position += 1
            }
            let word = digit < 16 ? high : low
            let value = UInt8(truncatingIfNeeded: word >> UInt64(60 - 4 * (digit & 15))) & 0xF
            buffer[position] = value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
            position += 1
        }
    }

    private static func hexValue(of byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a")) + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A")) + 10
        default: nil
        }
    }
}

extension UUIDv7: Comparable {
    public static func < (left: UUIDv7, right: UUIDv7) -> Bool {
        left.high == right.high ? left.low < right.low : left.high < right.high
    }
}

extension UUIDv7: Codable {
    public init(from decoder: any Decoder) throws {
        self = try Identifier<UUIDv7>(from: decoder).uuid
    }

    public func encode(to encoder: any Encoder) throws {
        try Identifier<UUIDv7>(self).encode(to: encoder)
    }
}

/// Generates strictly increasing times for ids, whatever the wall clock does.
///
/// Uses an atomic integer instead of a lock, because every request makes ids.
package final class MonotonicTime: Sendable {
    /// How far the wall clock may step back before ids follow it, in nanoseconds: 10 s.
    ///
    /// Time synchronisation steps by seconds at most. After a larger, manual step the true time matters more than the
    /// order: ids show when a request was sent.
    package static let stepBackMaxNs: UInt64 = 10_000_000_000

    private let last = Atomic<UInt64>(0)

    package init() {}

    /// Returns the time of the next id.
    ///
    /// It is the wall clock's time. If the clock has stopped or has stepped back by at most ``stepBackMaxNs``, it is
    /// one nanosecond after the last result. Making an id takes longer than a nanosecond, so the result never runs
    /// ahead of a running clock.
    ///
    /// - Parameter wallNs: The wall clock, in nanoseconds since 1970.
    /// - Returns: The time, in nanoseconds since 1970.
    package func next(_ wallNs: UInt64) -> UInt64 {
        var known = last.load(ordering: .relaxed)
        while true {
            let mustFollow = wallNs > known || known - wallNs > Self.stepBackMaxNs
            let time = mustFollow ? wallNs : known + 1
            let (isStored, found) = last.weakCompareExchange(expected: known, desired: time, ordering: .relaxed)
            if isStored { return time }
            known = found
        }
    }
}

/// Unique numbers: 128 random bits of the system at the first use, then a counter, both mixed.
///
/// Ids must be unique, not secret; random bits of the system for each would cost two system calls per request.
package enum UniqueNumbers {
    private static let seed = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))
    private static let counter = Atomic<UInt64>(0)

    /// Returns two mixed numbers; neither pair nor number was returned before by this process.
    package static func next() -> (UInt64, UInt64) {
        let count = counter.add(1, ordering: .relaxed).newValue
        return (
            SeededGenerator.mix(seed.0 &+ count &* SeededGenerator.increment), SeededGenerator.mix(seed.1 ^ count)
        )
    }
}
