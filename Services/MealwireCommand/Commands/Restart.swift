import ArgumentParser
import Contracts
import FoundationEssentials
import Glibc
import ServiceKit

/// `mealwire restart`: replaces the processes of a running stack.
struct Restart: ParsableCommand {
    /// How long one process may take to drain, start and get ready before the command fails.
    private static let eachWithin = SupervisorStateMachine.stopGrace + SupervisorStateMachine.readyWithin
    /// The pause between two checks.
    private static let pollMicroseconds: UInt32 = 100_000

    static let configuration = CommandConfiguration(
        abstract: "Have every process of a set that `mealwire up` runs give way to a new one, while the set serves.",
        discussion: """
            The broker first, then the services, the gateway last, each when the one before is ready; no request fails for it. New \
            executables that lie in the place of the old ones are taken, but for `mealwire up` itself, which goes on. With one \
            calculator, a long menu has 7 s to end; then a new calculator makes it.
            """
    )

    @OptionGroup var dataArgument: DataArgument

    func run() throws {
        Inheritance.makeSafe()
        let data = try dataArgument.directory
        guard case .supervised(let supervisor) = try SetLock.occupancy(of: data) else {
            throw SetFailure("No set that `mealwire up` has started runs on \(data.path).")
        }
        guard supervisor > 0, Self.minds(SignalPipe.renew, supervisor) else {
            throw SetFailure(
                "The set on \(data.path) was started by a version that cannot do this: `mealwire down`, and up again."
            )
        }
        let running = Set(ProcessRecord.all(data).filter { $0.pid != nil }.map(\.name))
        let begun = Timestamp.now()
        guard kill(supervisor, SignalPipe.renew) == 0 else {
            throw SetFailure(
                "Cannot tell process \(supervisor), which runs the set on \(data.path): \(systemReason())."
            )
        }
        try Self.wait(for: running, since: begun, data)
        Console().write("\(running.count) processes are renewed.\n")
    }

    /// Waits until all processes are replaced.
    private static func wait(for running: Set<String>, since begun: String, _ data: DataDirectory) throws {
        var (left, end) = (running, ContinuousClock.now + eachWithin)
        while !left.isEmpty {
            let done = ProcessRecord.all(data).filter { $0.renewedAt.map { $0 >= begun } ?? false }.map(\.name)
            if !left.isDisjoint(with: done) {
                left.subtract(done)
                end = ContinuousClock.now + eachWithin
            }
            guard ContinuousClock.now < end else {
                throw SetFailure(
                    "Not renewed: \(left.sorted().joined(separator: ", ")). The set's log says why; the others serve as before."
                )
            }
            guard try SetLock.occupancy(of: data) != .free else { throw SetFailure("The set has stopped meanwhile.") }
            usleep(pollMicroseconds)
        }
    }

    /// Whether a process handles a signal.
    ///
    /// Without a handler, the signal would end it.
    private static func minds(_ number: Int32, _ process: pid_t) -> Bool {
        guard let bytes = FileManager.default.contents(atPath: "/proc/\(process)/status") else { return false }
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
        let mask = line?.split(whereSeparator: \.isWhitespace).last.flatMap { UInt64($0, radix: 16) } ?? 0
        return mask >> UInt64(number - 1) & 1 == 1
    }
}
