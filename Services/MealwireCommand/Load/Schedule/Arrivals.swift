package import Contracts
import Glibc

/// When each request of a run is to be sent, known before anything is sent: a slow answer delays no later request.
package struct Arrivals: Sendable {
    /// What many additions may err by, in requests: one that is due at the end of a stretch belongs to the next.
    private static let rounding = 0.000_001

    private let slices: [LoadSlice]
    private let isPoisson: Bool
    private var random: SeededGenerator
    private var slice = 0
    /// Within the stretch, in nanoseconds.
    private var position = 0.0
    /// Requests to go until the next one is due: 1 in a steady rhythm.
    private var distance: Double

    /// - Parameters:
    ///   - slices: The run's stretches.
    ///   - isPoisson: Whether requests come as those of many independent people do, and not in a steady rhythm.
    ///   - random: Decides distances, where these are not all the same.
    package init(slices: [LoadSlice], isPoisson: Bool, random: SeededGenerator) {
        self.slices = slices
        self.isPoisson = isPoisson
        self.random = random
        distance = 0
        if isPoisson { distance = drawDistance() }
    }

    /// When the next request is due, in nanoseconds since the run began; nil when there is none any more.
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
