import Glibc
package import SeededRandom

/// Computes the due time of each request in advance, so that slow responses do not delay later requests.
package struct Arrivals: Sendable {
    /// The tolerance for rounding errors, in requests: one due at the end of a slice belongs to the next slice.
    private static let rounding = 0.000_001

    private let slices: [LoadSlice]
    private let isPoisson: Bool
    private var random: SeededGenerator
    private var slice = 0
    /// The position in the slice, in nanoseconds.
    private var position = 0.0
    /// The distance to the next request, in units of the mean distance: 1 at a steady rate.
    private var distance: Double

    /// - Parameters:
    ///   - slices: The slices of the run.
    ///   - isPoisson: Whether requests arrive as those of many independent users do, instead of at a steady rate.
    ///   - random: Determines the distances of Poisson arrivals.
    package init(slices: [LoadSlice], isPoisson: Bool, random: SeededGenerator) {
        self.slices = slices
        self.isPoisson = isPoisson
        self.random = random
        distance = 0
        if isPoisson { distance = drawDistance() }
    }

    /// Returns the due time of the next request, in nanoseconds since the start of the run; nil at the end.
    package mutating func next() -> UInt64? {
        while slice < slices.count {
            let current = slices[slice]
            let left = max(0, (Double(current.lengthNs) - position) * current.rate / 1_000_000_000)
            if distance < left - Self.rounding {
                position += distance / current.rate * 1_000_000_000
                distance = drawDistance()
                return current.startNs + UInt64(position)
            }
            distance -= left
            position = 0
            slice += 1
        }
        return nil
    }

    private mutating func drawDistance() -> Double {
        isPoisson ? -log(1 - Double.random(in: 0..<1, using: &random)) : 1
    }
}
