import BrokerCore

/// What a seed makes of a run: how many processes there are, how busy and how unlucky they are.
struct Plan {
    /// Steps with faults; then everything has to drain.
    let steps: Int
    let brokers: Int
    let clients: Int
    let workers: Int
    let plainWorkers: Int
    let strangers: Int
    let limits: BrokerLimits
    /// Between two requests of a client, in microseconds.
    let pauseUs: ClosedRange<Int>
    /// How long most requests run, in microseconds.
    let workUs: ClosedRange<Int>
    /// Between two faults, in milliseconds.
    let faultPauseMs: ClosedRange<Int>
    /// One message in so many is lost, or comes twice; none if nil.
    let losesOneIn: Int?
    let doublesOneIn: Int?

    static let services = ["diary", "profile", "food-catalog"]
    static let plainService = "echo"
    /// The longest way of a message while nothing is broken.
    static let delayMaxUs = 30_000
    /// How often a broker looks at the time.
    static let tickUs = 10_000
    /// How much later than its deadline an answer may come to a client: two ways, two ticks, and the rest of a
    /// millisecond at each end.
    static let toleranceNs = UInt64(2 * delayMaxUs + 2 * tickUs + 2_000) * 1_000

    init(steps: Int, random: inout SplitMix64) {
        self.steps = steps
        brokers = random.number(1...2)
        clients = random.number(2...8)
        workers = random.number(2...6)
        plainWorkers = random.number(0...2)
        strangers = random.number(0...2)
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
        doublesOneIn = random.oneIn(2) ? random.number(50...1_000) : nil
    }
}
