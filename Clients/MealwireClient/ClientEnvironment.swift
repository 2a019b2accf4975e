/// Time and chance, which tests replace.
public struct ClientEnvironment: Sendable {
    /// The time since any fixed moment.
    public var now: @Sendable () -> Duration
    /// Waits; throws `CancellationError` if the task is cancelled.
    public var sleep: @Sendable (Duration) async throws -> Void
    /// Returns 64 random bits.
    public var random: @Sendable () -> UInt64

    /// Creates an environment.
    public init(
        now: @escaping @Sendable () -> Duration,
        sleep: @escaping @Sendable (Duration) async throws -> Void,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.now = now
        self.sleep = sleep
        self.random = random
    }

    /// The clock and the random numbers of the system.
    public static let system: ClientEnvironment = {
        let start = ContinuousClock.now
        return ClientEnvironment(
            now: { start.duration(to: .now) },
            sleep: { try await Task.sleep(for: $0) },
            random: { UInt64.random(in: 0 ... .max) }
        )
    }()
}

/// How a client sends requests.
public struct ClientOptions: Sendable {
    /// The time until a call must have its answer, repetitions included; a method with a longer time-out has more.
    public var deadline = Duration.seconds(30)
    /// The pause before the first repetition; it doubles with each further one.
    public var firstPause = Duration.milliseconds(200)
    /// The longest pause between two attempts, unless the server demands a longer one.
    public var longestPause = Duration.seconds(5)
    /// Whether requests are checked by the rules of their contract before they are sent.
    ///
    /// Turn it off for a server of another version: its rules may differ.
    public var checksRules = true
    /// The name of the app, as the list of sessions shows it.
    public var userAgent = "MealwireClient"

    /// Creates the usual options.
    public init() {}

    /// Returns the pause after a number of failed attempts.
    ///
    /// Half of it is random, so that clients do not return together.
    func pause(afterAttempts attempts: Int, random: UInt64) -> Duration {
        // 2^16 times any pause is beyond the longest one.
        let full = min(firstPause * (1 << min(max(0, attempts - 1), 16)), longestPause)
        return full / 2 + Self.fraction(of: full / 2, random)
    }

    /// Returns a random part of a time.
    static func fraction(of time: Duration, _ random: UInt64) -> Duration {
        time * (Double(random >> 11) / Double(1 << 53))
    }
}
