import Contracts
import LoadGenerator
import SeededRandom
import Testing

@Suite struct ArrivalsTests {
    private func times(_ shape: LoadShape, seconds: Double, isPoisson: Bool = false, seed: Int = 1) -> [UInt64] {
        var arrivals = Arrivals(
            slices: shape.slices(seconds: seconds),
            isPoisson: isPoisson,
            random: SeededGenerator(seed: seed)
        )
        var times: [UInt64] = []
        while let next = arrivals.next() { times.append(next) }
        return times
    }

    @Test func `a constant rate gives equal distances from the start`() {
        let times = times(.constant(rate: 100), seconds: 2)
        #expect(times.count == 200)
        #expect(times.prefix(3) == [0, 10_000_000, 20_000_000])
        #expect(times.last == 1_990_000_000)
    }

    @Test func `a rate that does not divide a second gives the right number of requests`() {
        #expect(abs(times(.constant(rate: 333), seconds: 10).count - 3_330) <= 1)
        #expect(times(.constant(rate: 0.5), seconds: 10).count == 5)
    }

    @Test(arguments: 1...5) func `Poisson arrivals have the given rate and random distances`(seed: Int) {
        let times = times(.constant(rate: 1_000), seconds: 20, isPoisson: true, seed: seed)
        // The number has a standard deviation of 141.
        #expect(abs(times.count - 20_000) < 700)
        let distances = zip(times.dropFirst(), times).map { Double($0 - $1) / 1_000_000 }
        let mean = distances.reduce(0, +) / Double(distances.count)
        let variance = distances.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(distances.count)
        // In an exponential distribution, mean and standard deviation are equal.
        #expect(abs(variance.squareRoot() / mean - 1) < 0.05)
    }

    @Test func `equal seeds give equal arrivals, and different seeds different ones`() {
        let shape = LoadShape.constant(rate: 100)
        #expect(
            times(shape, seconds: 1, isPoisson: true, seed: 7) == times(shape, seconds: 1, isPoisson: true, seed: 7)
        )
        #expect(
            times(shape, seconds: 1, isPoisson: true, seed: 7) != times(shape, seconds: 1, isPoisson: true, seed: 8)
        )
    }

    @Test func `each step has its own rate`() {
        let shape = LoadShape.steps(first: 10, growth: 20, seconds: 2)
        #expect(shape.slices(seconds: 7).map(\.rate) == [10, 30, 50])
        let times = times(shape, seconds: 7)
        let counts = (0..<3).map { step in
            times.count { $0 >= UInt64(step) * 2_000_000_000 && $0 < UInt64(step + 1) * 2_000_000_000 }
        }
        #expect(zip(counts, [20, 60, 100]).allSatisfy { abs($0 - $1) <= 1 })
    }

    @Test func `a day peaks at its three meals, at most at the given rate, and is quiet at night`() {
        let rates = LoadShape.day(peakRate: 100).slices(seconds: 288).map(\.rate)
        #expect(rates.max() == 100)
        let peaks = rates.indices.dropFirst().dropLast()
            .filter { rates[$0] > rates[$0 - 1] && rates[$0] >= rates[$0 + 1] }
            .map { DayCurve.hour(ofSlice: $0) }
        #expect(peaks.count == 3)
        #expect(zip(peaks, [7.75, 12.75, 19.25]).allSatisfy { abs($0 - $1) < 0.5 })
        #expect(DayCurve.share(ofPeakAtHour: 3) < 0.05)
        #expect(DayCurve.share(ofPeakAtHour: 10.25) < 0.3)
    }

    @Test func `a closed loop has no arrivals`() {
        #expect(times(.closed, seconds: 10).isEmpty)
    }
}
