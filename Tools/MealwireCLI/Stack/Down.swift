import ArgumentParser
import CommandSupport
import Glibc
import ServiceKit
import Supervision

/// `mealwire down`: stops the stack on a data directory.
struct Down: ParsableCommand {
    /// A little more than the sum of the stop stages; see ``SupervisorStateMachine/stopGrace``.
    private static let timeout: Duration = .seconds(30)

    static let configuration = CommandConfiguration(
        abstract: "Drain and stop the stack on a data directory."
    )

    @OptionGroup var dataArgument: DataArgument

    func run() throws {
        InheritedState.makeSafe()
        let console = Console()
        let data = try dataArgument.directory
        switch try StackLock.occupancy(of: data) {
        case .free:
            console.write("Nothing runs on \(data.path).\n")
            return
        case .supervised(let supervisor):
            try Self.terminate(supervisor, data.path)
        case .leftOver:
            break
        }
        let end = ContinuousClock.now + Self.timeout
        while try StackLock.occupancy(of: data) != .free {
            guard ContinuousClock.now < end else {
                throw CommandFailure("The stack on \(data.path) has not stopped within 30 s.")
            }
            usleep(StackLock.pollMicroseconds)
        }
        console.write("Stopped the stack on \(data.path).\n")
    }

    private static func terminate(_ supervisor: pid_t, _ path: String) throws(CommandFailure) {
        guard supervisor > 0 else {
            throw CommandFailure(
                "The stack on \(path) is run by a process that is not visible here, perhaps in a container."
            )
        }
        // A process that has ended meanwhile counts as stopped.
        guard kill(supervisor, SIGTERM) == 0 || errno == ESRCH else {
            throw CommandFailure(
                "Cannot stop process \(supervisor), which runs the stack on \(path): \(systemReason())."
            )
        }
    }
}
