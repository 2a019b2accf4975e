import ArgumentParser
import Calendar
import CommandSupport
import Contracts
import FoundationEssentials
import Glibc
import ServiceKit
import Supervision

/// `mealwire restart`: replaces the processes of a running stack.
struct Restart: ParsableCommand {
    /// How long one process may take to drain, start and get ready before the command fails.
    private static let eachWithin = SupervisorStateMachine.stopGrace + SupervisorStateMachine.readyWithin
    /// The pause between two checks.
    private static let pollMicroseconds: UInt32 = 100_000

    static let configuration = CommandConfiguration(
        abstract: "Replace every process of a stack that `mealwire up` runs, without an outage.",
        discussion: """
            The broker is replaced first, then the services, and the gateway last, each when the previous one is \
            ready. No request fails. New executables in the place of the old ones are used, except for `mealwire up` \
            itself, which continues. With one calculator, a running menu has 7 s to finish; then a new calculator \
            computes it.
            """
    )

    @OptionGroup var dataArgument: DataArgument

    func run() throws {
        InheritedState.makeSafe()
        let data = try dataArgument.directory
        guard case .supervised(let supervisor) = try StackLock.occupancy(of: data) else {
            throw CommandFailure("No stack that was started by `mealwire up` runs on \(data.path).")
        }
        guard supervisor > 0, Self.handlesSignal(SignalPipe.renew, supervisor) else {
            throw CommandFailure(
                "The stack on \(data.path) was started by a version without this function: run `mealwire down` and `mealwire up`."
            )
        }
        let running = Set(ProcessRecord.all(data).filter { $0.pid != nil }.map(\.name))
        let begun = Timestamp.now()
        guard kill(supervisor, SignalPipe.renew) == 0 else {
            throw CommandFailure(
                "Cannot signal process \(supervisor), which runs the stack on \(data.path): \(systemReason())."
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
                throw CommandFailure(
                    "Not renewed: \(left.sorted().joined(separator: ", ")). See the log of the stack. The other processes continue."
                )
            }
            guard try StackLock.occupancy(of: data) != .free else {
                throw CommandFailure("The stack has stopped meanwhile.")
            }
            usleep(pollMicroseconds)
        }
    }

    /// Whether a process handles a signal.
    ///
    /// Without a handler, the signal would end it.
    private static func handlesSignal(_ number: Int32, _ process: pid_t) -> Bool {
        guard let bytes = FileManager.default.contents(atPath: "/proc/\(process)/status") else { return false }
        let line = String(decoding: bytes, as: UTF8.self).split(separator: "\n").first { $0.hasPrefix("SigCgt:") }
        let mask = line?.split(whereSeparator: \.isWhitespace).last.flatMap { UInt64($0, radix: 16) } ?? 0
        return mask >> UInt64(number - 1) & 1 == 1
    }
}
