/// SplitMix64 (Steele, Lea and Flood, 2014): the same seed gives the same numbers on every machine.
///
/// Not for secrets: the numbers follow from the seed.
@usableFromInline
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    /// The added constant, which is the golden ratio's fraction of 2⁶⁴.
    @usableFromInline package static let increment: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// Determines all further numbers.
    @usableFromInline package var state: UInt64

    /// - Parameter seed: Any integer; only its lower 64 bits count.
    @inlinable package init(seed: some BinaryInteger) { state = UInt64(truncatingIfNeeded: seed) }

    @inlinable package mutating func next() -> UInt64 {
        state &+= Self.increment
        return Self.mix(state)
    }

    /// The finaliser of SplitMix64: a bijection, so different values give different numbers.
    @inlinable package static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
