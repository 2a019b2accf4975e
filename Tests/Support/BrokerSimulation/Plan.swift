import BrokerCore
import Contracts
import SeededRandom

/// The parameters of a run, drawn from its seed: number of processes, load and faults.
struct Plan {
    /// Number of steps with faults; afterwards everything must drain.
    let steps: Int
    let brokers: Int
    let clients: Int
    let workers: Int
    let plainWorkers: Int
    let adversarialPeers: Int
    let limits: BrokerLimits
    /// Time between two requests of a client, in microseconds.
    let pauseUs: ClosedRange<Int>
    /// Duration of most requests, in microseconds.
    let workUs: ClosedRange<Int>
    /// Time between two faults, in milliseconds.
    let faultPauseMs: ClosedRange<Int>
    /// One message in this many is lost or duplicated; none if nil.
    let losesOneIn: Int?
    let duplicatesOneIn: Int?

    static let services = ["diary", "profile", "food-catalog"]
    static let plainService = "echo"
    /// Maximum delay of a message without faults.
    static let delayMaxUs = 30_000
    /// Interval of a broker's ticks.
    static let tickUs = 10_000
    /// How much later than its deadline an answer may reach a client: two delays, two ticks, and two rounded
    /// milliseconds.
    static let toleranceNs = UInt64(2 * delayMaxUs + 2 * tickUs + 2_000) * 1_000

    init(steps: Int, random: inout SeededGenerator) {
        self.steps = steps
        brokers = random.number(1...2)
        clients = random.number(2...8)
        workers = random.number(2...6)
        plainWorkers = random.number(0...2)
        adversarialPeers = random.number(0...2)
        var limits = BrokerLimits()
        limits.queueMaxPerService = random.number(6...40)
        limits.heldBytesMax = random.oneIn(4) ? 40_000 : limits.heldBytesMax
        if random.oneIn(4) { limits.workerBytesMax = random.number(2_000...8_000) }
        if random.oneIn(3) { limits.servicesMax = random.number(5...12) }
        limits.graceMs = random.number(200...2_000)
        self.limits = limits
        let pause = random.number(1...60) * 1_000
        pauseUs = (pause / 4)...(pause * 2)
        workUs = 500...(random.number(2...40) * 1_000)
        let faultPause = random.number(20...600)
        faultPauseMs = (faultPause / 4)...(faultPause * 2)
        losesOneIn = random.oneIn(2) ? random.number(100...2_000) : nil
        duplicatesOneIn = random.oneIn(2) ? random.number(50...1_000) : nil
    }
}
