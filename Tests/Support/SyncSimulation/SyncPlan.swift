import MealwireCore
import SeededRandom

extension SeededGenerator {
    /// Returns a number of a range.
    mutating func number(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + Int(next() % UInt64(range.count))
    }

    /// Returns true once in `count` calls on average.
    mutating func oneIn(_ count: Int) -> Bool { next() % UInt64(count) == 0 }

    /// Returns an element; nil of an empty collection.
    mutating func element<Value>(_ values: [Value]) -> Value? {
        values.isEmpty ? nil : values[number(0...values.count - 1)]
    }

    /// Returns a number from 0 to below 1.
    mutating func fraction() -> Double { Double(next() >> 11) / Double(1 << 53) }
}

/// The parameters of a run, drawn from its seed.
///
/// One in zero means never. Times are in milliseconds.
package struct SyncPlan {
    let devices = 3
    /// Number of events with faults; afterwards everything must drain.
    let steps: Int
    /// Time between two actions of a user.
    let pause: ClosedRange<Int>
    let delay: ClosedRange<Int>
    /// The delay of answers to reads, which are larger than others.
    let pageDelay: ClosedRange<Int>
    let losesOneIn: Int
    let duplicatesOneIn: Int
    let busyOneIn: Int
    let failsOneIn: Int
    let refusesOneIn: Int
    let saveFailsOneIn: Int
    let saveTime: ClosedRange<Int>
    /// Time between two faults: restarts, offline times, ended sessions, other users, resets.
    let faultPause: ClosedRange<Int>
    /// How long the server knows a key; longer than any delay of a request.
    let keyLife: Int
    /// The changes of a page.
    package let pageItems: Int
    let hintsOneIn: Int
    let days: Int
    /// With this number of entries, users change more and create less.
    let entriesMax: Int

    /// After this time a device gives a request up.
    static let requestTimeout = 8_000
    /// The longest delay of a message: longer than a device waits, so that some arrive too late.
    static let delayMax = 12_000

    init(steps: Int, random: inout SeededGenerator) {
        self.steps = steps
        let pauseMs = random.number(1...60) * 500
        pause = (pauseMs / 4)...(pauseMs * 2)
        let delayMs = random.number(5...800)
        delay = 1...(random.oneIn(3) ? Self.delayMax : delayMs)
        pageDelay = random.oneIn(2) ? delay : 1...(delay.upperBound * 5)
        losesOneIn = random.oneIn(4) ? 0 : random.number(2...40)
        duplicatesOneIn = random.oneIn(3) ? 0 : random.number(3...30)
        busyOneIn = random.oneIn(3) ? 0 : random.number(5...60)
        failsOneIn = random.oneIn(3) ? 0 : random.oneIn(4) ? 2 : random.number(5...60)
        refusesOneIn = random.number(8...40)
        saveFailsOneIn = random.oneIn(2) ? 0 : random.number(10...100)
        saveTime = 1...(random.oneIn(3) ? 3_000 : 30)
        let fault = random.number(5...120) * 1_000
        faultPause = (fault / 4)...(fault * 2)
        keyLife = random.oneIn(2) ? .max : delay.upperBound * 2 + random.number(0...20_000)
        pageItems = random.number(2...8)
        hintsOneIn = random.number(1...4)
        days = random.number(1...3)
        entriesMax = random.oneIn(3) ? random.number(1...3) : random.number(4...20)
    }
}

extension SeededGenerator {
    /// Returns true once in `count` calls on average, never for 0.
    mutating func happens(oneIn count: Int) -> Bool { count > 0 && oneIn(count) }
}
