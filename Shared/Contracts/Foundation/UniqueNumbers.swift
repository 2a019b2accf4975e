import Synchronization

/// Unique numbers: 128 random bits of the system at the first use, then a counter, both mixed.
///
/// Ids must be unique, not secret; random bits of the system for each would cost two system calls per request.
enum UniqueNumbers {
    private static let seed = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))
    private static let counter = Atomic<UInt64>(0)

    static func next() -> (UInt64, UInt64) {
        let count = counter.add(1, ordering: .relaxed).newValue
        return (mix(seed.0 &+ count &* 0x9E37_79B9_7F4A_7C15), mix(seed.1 ^ count))
    }

    /// The finaliser of SplitMix64 (Steele, Lea and Flood, 2014): a bijection, so different counts give different
    /// numbers.
    private static func mix(_ value: UInt64) -> UInt64 {
        var mixed = value
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
