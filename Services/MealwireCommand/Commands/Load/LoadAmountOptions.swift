import ArgumentParser

/// The amount and duration of the load.
struct LoadAmountOptions: ParsableArguments {
    /// The rate that one machine could send at most.
    private static let rateMax = 200_000.0
    /// Bounds memory, because every second of a run is recorded.
    private static let secondsMax = 6 * 3_600.0
    /// Bounds the sockets, of which a process has some thousand, and the concurrent requests of a bus.
    private static let connectionsMax = 4_096
    private static let stepsMax = 200.0
    /// Each user costs two password hashes and some memory.
    static let peopleMax = 10_000

    @Option(help: "Requests a second; with --steps those of the first step, with --day those of the busiest minutes.")
    var rate = 100.0

    @Option(help: ArgumentHelp("How long: 30s, 5m, 1h.", valueName: "time"))
    var duration = "30s"

    @Flag(help: "Requests come as those of many independent people do (Poisson), not in a steady rhythm.")
    var poisson = false

    @Flag(help: "Ask for more and more, until the set does not follow, limits are missed or --duration is over.")
    var steps = false

    @Option(help: "With --steps: how many requests a second each step adds. Default: --rate.")
    var step: Double?

    @Option(help: ArgumentHelp("With --steps: how long each takes.", valueName: "time"))
    var stepDuration = "5s"

    @Flag(help: "A whole day in --duration, with its peaks at breakfast, lunch and dinner.")
    var day = false

    @Flag(
        help: "No rate: each connection asks again as soon as it is answered. Hides waiting; for comparison with wrk."
    )
    var closedLoop = false

    @Option(help: "Requests under way at once, at most; over HTTP each has a connection of its own.")
    var connections = 128

    @Option(help: "Decides who asks what. Default: drawn anew.")
    var seed: Int?

    func settings(isOnQueue: Bool, limits: [LoadLimit]) throws -> LoadSettings {
        guard rate > 0, rate <= Self.rateMax else {
            throw SetFailure("--rate is \(rate), but must be more than 0 and at most \(LoadText.rate(Self.rateMax)).")
        }
        guard (1...Self.connectionsMax).contains(connections) else {
            throw SetFailure("--connections is \(connections), but must be from 1 to \(Self.connectionsMax).")
        }
        let seconds = try Self.seconds(duration, "--duration")
        let shape = try shape(seconds)
        if closedLoop, poisson { throw SetFailure("--poisson is about a rate, and --closed-loop has none.") }
        return LoadSettings(
            shape: shape,
            isPoisson: poisson,
            seconds: seconds,
            connections: connections,
            // Short enough to be typed again.
            seed: seed ?? Int.random(in: 1...999_999_999),
            limits: limits,
            isOnQueue: isOnQueue
        )
    }

    private func shape(_ seconds: Double) throws -> LoadShape {
        guard [steps, day, closedLoop].filter({ $0 }).count <= 1 else {
            throw SetFailure("Only one of --steps, --day and --closed-loop can be asked for.")
        }
        guard steps else {
            if step != nil { throw SetFailure("--step is for --steps.") }
            return day ? .day(peakRate: rate) : closedLoop ? .closed : .constant(rate: rate)
        }
        let (growth, each) = (step ?? rate, try Self.seconds(stepDuration, "--step-duration"))
        guard growth > 0, growth <= Self.rateMax else {
            throw SetFailure("--step is \(growth), but must be more than 0 and at most \(LoadText.rate(Self.rateMax)).")
        }
        guard each <= seconds, seconds / each <= Self.stepsMax else {
            throw SetFailure("--duration must hold 1 to \(Int(Self.stepsMax)) steps.")
        }
        return .steps(first: rate, growth: growth, seconds: each)
    }

    /// Parses a time: a number with `s`, `m` or `h`.
    static func seconds(_ text: String, _ name: String) throws -> Double {
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600]
        guard let unit = text.last.flatMap({ units[$0] }), let number = Double(text.dropLast()),
            number * unit >= 1, number * unit <= secondsMax
        else { throw SetFailure("\(name) is \(text), but must be a time from 1s to \(Int(secondsMax) / 3_600)h.") }
        return number * unit
    }
}
