package import CommandSupport
import Contracts
import FileLocking
import FoundationEssentials
package import MealwireClient

/// Runs commands as the user that is signed in to a server.
package enum DiarySession {
    /// The time that a command waits for another one of the same user, in attempts with a pause each: 10 s.
    private static let lockAttempts = 100
    private static let lockPause = Duration.milliseconds(100)

    /// Runs the body with a client that has its session in the file of the user.
    ///
    /// Commands run one after the other: two of them would renew the same session at once.
    ///
    /// - Parameters:
    ///   - server: The address; nil for the server of the last sign-in.
    ///   - file: The file with the sessions.
    ///   - transport: Sends requests.
    ///   - body: The command.
    /// - Returns: The result of the body.
    /// - Throws: `CommandFailure` with a sentence for each error.
    package static func run<Value: Sendable>(
        on server: String?,
        _ file: SessionFile,
        transport: Transport = .standard,
        _ body: (MealwireClient, ServerAddress) async throws -> Value
    ) async throws -> Value {
        let lock = try await lock(file)
        defer { withExtendedLifetime(lock) {} }
        let address = try ServerAddress(server ?? (try file.read().current ?? ServerAddress.standard))
        var options = ClientOptions()
        options.userAgent = "mealwire/\(Release.version) on \(ProcessInfo.processInfo.hostName)"
        let client = MealwireClient(
            baseURL: address.url,
            transport: transport,
            sessions: file.store(for: address),
            options: options
        )
        do {
            return try await body(client, address)
        } catch {
            throw failure(error, address)
        }
    }

    private static func lock(_ file: SessionFile) async throws -> FileLock {
        try file.makeDirectory()
        for _ in 0..<lockAttempts {
            do {
                if let lock = try FileLock.take("\(file.path).lock") { return lock }
            } catch {
                throw CommandFailure("\(error)")
            }
            try await Task.sleep(for: lockPause)
        }
        throw CommandFailure("Another `mealwire` command uses your session. Wait for its end, and try again.")
    }

    /// Returns a sentence that helps the user.
    package static func failure(_ error: any Error, _ server: ServerAddress) -> CommandFailure {
        let login = "Run `mealwire login --server \(server.text)`."
        switch error {
        case let failure as CommandFailure: return failure
        case ClientError.signedOut: return CommandFailure("You are not signed in to \(server.text). \(login)")
        case ClientError.unreachable(let reason):
            return CommandFailure(
                "\(server.text) cannot be reached: \(reason). Check that the server runs, and the address."
            )
        case ClientError.timedOut:
            return CommandFailure("\(server.text) did not answer in time. Try again later.")
        case let problem as MealwireProblem: return failure(problem, login)
        default: return CommandFailure("\(error)")
        }
    }

    private static func failure(_ problem: MealwireProblem, _ login: String) -> CommandFailure {
        switch problem.code {
        case .unauthenticated: return CommandFailure("Your session has ended. \(login)")
        case .forbidden where problem.params["scope"] != nil:
            return CommandFailure("Your token lacks the scope \(problem.params["scope"] ?? ""). \(login)")
        default:
            let trace = problem.status >= 500 ? " (trace \(problem.traceId ?? "unknown"))" : ""
            return CommandFailure(problem.detail + trace)
        }
    }
}
