import Contracts
import SeededRandom

/// The only source of randomness in a simulation.
extension SeededGenerator {
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
