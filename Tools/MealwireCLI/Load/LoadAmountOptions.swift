import ArgumentParser
import CommandSupport
import LoadGenerator

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

    @Option(help: "Requests per second; with --steps in the first step, with --day at the peak.")
    var rate = 100.0

    @Option(help: ArgumentHelp("The duration: 30s, 5m, 1h.", valueName: "time"))
    var duration = "30s"

    @Flag(help: "Send requests at random times (Poisson), as independent users do, instead of at a steady rate.")
    var poisson = false

    @Flag(help: "Raise the rate in steps until the stack is saturated, a limit is missed or --duration is over.")
    var steps = false

    @Option(help: "With --steps: the requests per second that each step adds. Default: --rate.")
    var step: Double?

    @Option(help: ArgumentHelp("With --steps: the duration of each step.", valueName: "time"))
    var stepDuration = "5s"

    @Flag(help: "Simulate a whole day in --duration, with peaks at breakfast, lunch and dinner.")
    var day = false

    @Flag(
        help:
            "Send without a rate: each connection repeats as soon as it is answered. Hides waiting; for comparison with wrk."
    )
    var closedLoop = false

    @Option(help: "The greatest number of concurrent requests; over HTTP each has its own connection.")
    var connections = 128

    @Option(help: "The seed of all random choices. Default: random.")
    var seed: Int?

    func settings(isOnQueue: Bool, limits: [LoadLimit]) throws -> LoadSettings {
        guard rate > 0, rate <= Self.rateMax else {
            throw CommandFailure(
                "--rate is \(rate), but must be more than 0 and at most \(LoadText.rate(Self.rateMax))."
            )
        }
        guard (1...Self.connectionsMax).contains(connections) else {
            throw CommandFailure("--connections is \(connections), but must be from 1 to \(Self.connectionsMax).")
        }
        let seconds = try Self.seconds(duration, "--duration")
        let shape = try shape(seconds)
        if closedLoop, poisson { throw CommandFailure("--poisson needs a rate, but --closed-loop has none.") }
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
            throw CommandFailure("Only one of --steps, --day and --closed-loop can be given.")
        }
        guard steps else {
            if step != nil { throw CommandFailure("--step requires --steps.") }
            return day ? .day(peakRate: rate) : closedLoop ? .closed : .constant(rate: rate)
        }
        let (growth, each) = (step ?? rate, try Self.seconds(stepDuration, "--step-duration"))
        guard growth > 0, growth <= Self.rateMax else {
            throw CommandFailure(
                "--step is \(growth), but must be more than 0 and at most \(LoadText.rate(Self.rateMax))."
            )
        }
        guard each <= seconds, seconds / each <= Self.stepsMax else {
            throw CommandFailure("--duration must hold 1 to \(Int(Self.stepsMax)) steps.")
        }
        return .steps(first: rate, growth: growth, seconds: each)
    }

    /// Parses a time: a number with `s`, `m` or `h`.
    static func seconds(_ text: String, _ name: String) throws -> Double {
        let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600]
        guard let unit = text.last.flatMap({ units[$0] }), let number = Double(text.dropLast()),
            number * unit >= 1, number * unit <= secondsMax
        else { throw CommandFailure("\(name) is \(text), but must be a time from 1s to \(Int(secondsMax) / 3_600)h.") }
        return number * unit
    }
}
