package import Logging
import ServiceLifecycle

/// Notifies the service manager when the process is ready, that it is alive, and that it is about to stop.
///
/// A watchdog notification is sent only after all liveness checks have returned: those of the threads that own sockets,
/// and implicitly of the thread pool of tasks, on which this service runs.
package struct Heartbeat: Service {
    /// The interval between two checks of readiness: the first one, and the maximum.
    private static let readinessPause = (first: Duration.milliseconds(10), max: Duration.milliseconds(200))

    private let manager: ServiceManager?
    private let file: HeartbeatFile?
    private let logger: Logger
    private let conditions: [ReadinessCondition]
    private let proofs: [@Sendable () async -> Void]

    /// - Parameters:
    ///   - manager: The service manager that started the process, if any.
    ///   - file: The heartbeat file to touch, if any.
    ///   - conditions: All that must hold before the process is ready.
    ///   - proofs: Liveness checks: each returns if a part of the process is alive, and otherwise never.
    ///   - logger: Logs that the file cannot be written.
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
        // A file that an earlier process left does not describe this one.
        file?.remove()
        await cancelWhenGracefulShutdown { await beat() }
        // Without a watchdog `beat()` returns early; the service runs until the shutdown nevertheless.
        // The only error is a cancellation, which ends the service, too.
        try? await gracefulShutdown()
        manager?.notify("STOPPING=1\nSTATUS=Finishing requests in progress.")
        file?.remove()
    }

    /// Waits until the process is ready, reports it, and sends watchdog notifications from then on.
    private func beat() async {
        guard await becomeReady() else { return }
        if let file, !file.touch() {
            logger.error("the heartbeat file cannot be written", metadata: ["path": "\(file.path)"])
        }
        guard
            let interval = [manager?.watchdog.map { $0 / 2 }, file.map { _ in HeartbeatFile.interval }]
                .compactMap({ $0 }).min()
        else { return }
        repeat {
            for proof in proofs { await proof() }
            if manager?.watchdog != nil { manager?.notify("WATCHDOG=1") }
            file?.touch()
            manager?.notify(status: unmet().map { "Serving; but \($0)." } ?? "Serving.")
        } while (try? await Task.sleep(for: interval)) != nil
    }

    /// Returns whether the process became ready before it was stopped.
    private func becomeReady() async -> Bool {
        var pause = Self.readinessPause.first
        while !Task.isCancelled {
            if let unmet = unmet() {
                manager?.notify(status: "Waiting: \(unmet).")
            } else if manager?.notify("READY=1\nSTATUS=Serving.") ?? true {
                return true
            }
            guard (try? await Task.sleep(for: pause)) != nil else { return false }
            pause = min(pause * 2, Self.readinessPause.max)
        }
        return false
    }

    /// The first condition that does not hold; nil if all hold.
    private func unmet() -> String? { conditions.first { !$0.isMet() }?.otherwise }
}

/// A condition for the readiness of a process.
package struct ReadinessCondition: Sendable {
    /// The status text while the condition does not hold.
    let otherwise: String
    let isMet: @Sendable () -> Bool

    /// - Parameters:
    ///   - otherwise: The status text while it does not hold, such as "no broker is connected".
    ///   - isMet: Returns whether it holds.
    package init(_ otherwise: String, _ isMet: @escaping @Sendable () -> Bool) {
        self.otherwise = otherwise
        self.isMet = isMet
    }
}
