package import Logging
import ServiceLifecycle

/// Tells whoever started the process when it serves, that it is alive, and that it is about to stop.
///
/// A sign of life is given only after every proof of it has come back: from the threads that have the sockets, and by
/// itself from the pool of threads that tasks share, on which all of this runs.
package struct Heartbeat: Service {
    /// How often is looked whether the process serves: at first, and at most how rarely.
    private static let readinessPause = (first: Duration.milliseconds(10), max: Duration.milliseconds(200))

    private let manager: ServiceManager?
    private let file: HeartbeatFile?
    private let logger: Logger
    private let conditions: [ReadinessCondition]
    private let proofs: [@Sendable () async -> Void]

    /// - Parameters:
    ///   - manager: Who started the process.
    ///   - file: What shows it to others.
    ///   - conditions: All that must hold before the process serves.
    ///   - proofs: Each returns if a part of the process is alive, and else never.
    ///   - logger: Hears of a file that cannot be made.
    package init(
        manager: ServiceManager?,
        file: HeartbeatFile?,
        conditions: [ReadinessCondition],
        proofs: [@Sendable () async -> Void],
        logger: Logger
    ) {
        self.manager = manager
        self.file = file
        self.conditions = conditions
        self.proofs = proofs
        self.logger = logger
    }

    package func run() async throws {
        // What an earlier process left says nothing of this one.
        file?.remove()
        await cancelWhenGracefulShutdown { await beat() }
        // Who asks for no signs of life gets none, but the process goes on all the same.
        try? await gracefulShutdown()
        manager?.tell("STOPPING=1\nSTATUS=Finishing what is under way.")
        file?.remove()
    }

    /// Waits until the process serves, says so, and gives signs of life from then on.
    private func beat() async {
        guard await becomeReady() else { return }
        if let file, !file.touch() {
            logger.error("the heartbeat's file cannot be written", metadata: ["path": "\(file.path)"])
        }
        guard
            let interval = [manager?.watchdog.map { $0 / 2 }, file.map { _ in HeartbeatFile.interval }]
                .compactMap({ $0 }).min()
        else { return }
        repeat {
            for proof in proofs { await proof() }
            if manager?.watchdog != nil { manager?.tell("WATCHDOG=1") }
            file?.touch()
            manager?.tell(status: unmet().map { "Serving; but \($0)." } ?? "Serving.")
        } while (try? await Task.sleep(for: interval)) != nil
    }

    /// Whether it came to that before the process was stopped.
    private func becomeReady() async -> Bool {
        var pause = Self.readinessPause.first
        while !Task.isCancelled {
            if let unmet = unmet() {
                manager?.tell(status: "Waiting: \(unmet).")
            } else if manager?.tell("READY=1\nSTATUS=Serving.") ?? true {
                return true
            }
            guard (try? await Task.sleep(for: pause)) != nil else { return false }
            pause = min(pause * 2, Self.readinessPause.max)
        }
        return false
    }

    /// What the process lacks; nil if nothing.
    private func unmet() -> String? { conditions.first { !$0.isMet() }?.otherwise }
}

/// Something that must hold before a process serves.
package struct ReadinessCondition: Sendable {
    /// What is to be said while it does not hold.
    let otherwise: String
    let isMet: @Sendable () -> Bool

    /// - Parameters:
    ///   - otherwise: What is to be said while it does not hold, such as "no broker is there".
    ///   - isMet: Whether it holds.
    package init(_ otherwise: String, _ isMet: @escaping @Sendable () -> Bool) {
        self.otherwise = otherwise
        self.isMet = isMet
    }
}
