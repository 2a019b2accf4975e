/// The only source of randomness in a simulation: SplitMix64 (Steele, Lea and Flood, 2014).
struct SplitMix64: RandomNumberGenerator {
    private(set) var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Returns a random number in the range.
    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }

    /// Returns true with a probability of one in `count`.
    mutating func oneIn(_ count: Int) -> Bool { next() % UInt64(count) == 0 }

    /// Returns a random time in nanoseconds, from a range in microseconds.
    mutating func microseconds(_ range: ClosedRange<Int>) -> UInt64 { UInt64(number(range)) * 1_000 }

    /// Returns a random time in nanoseconds, from a range in milliseconds.
    mutating func milliseconds(_ range: ClosedRange<Int>) -> UInt64 {
        microseconds(
            (range.lowerBound * 1_000)...(range.upperBound * 1_000)
        )
    }
}
