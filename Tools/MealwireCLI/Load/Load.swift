import ArgumentParser
import CommandSupport
import FoundationEssentials
import Glibc
import LoadGenerator

/// `mealwire load`: sends the requests of many users to a running stack and measures the responses.
struct Load: AsyncParsableCommand {
    /// A limit was missed, or no request succeeded.
    private static let missedStatus: Int32 = 1
    /// The arguments are invalid, or the test could not run.
    static let failedStatus: Int32 = 2

    static let configuration = CommandConfiguration(
        abstract: "Send the requests of many users to a running stack, and measure the responses.",
        discussion: """
            For example: `mealwire load search --rate 200 --duration 1m --limit p99=50ms`. Requests are sent when they \
            are due, whether or not earlier ones were answered, and latency counts from that time. At most \
            --connections requests are in flight; further ones wait, and their wait counts.

            Scenarios: \(LoadScenarioName.explanation).

            The exit status is 0 if all limits were met, 1 if one was missed or no request succeeded, and 2 if the \
            arguments are invalid or the test could not run. Ctrl-C ends a test early: the summary is printed, and the \
            accounts created for it are deleted.
            """
    )

    @Argument(help: "The scenario: \(LoadScenarioName.allCases.map(\.rawValue).joined(separator: ", ")).")
    var scenario: String

    @OptionGroup(title: "Target") var target: LoadTargetOptions
    @OptionGroup(title: "Load") var amount: LoadAmountOptions
    @OptionGroup(title: "Scenario call") var single: LoadSingleOptions
    @OptionGroup(title: "Results") var outcome: LoadOutcomeOptions

    func run() async throws {
        let console = Console()
        do {
            let request = try request()
            try outcome.checkFiles()
            Descriptors.raiseLimit()
            let report = try await Self.run(request, isQuiet: outcome.quiet)
            console.write(LoadSummary(report).text)
            try outcome.write(report)
            if !report.isMet || report.hasNoSuccess { throw ExitCode(Self.missedStatus) }
        } catch let code as ExitCode {
            throw code
        } catch {
            Console(descriptor: STDERR_FILENO).write("Error: \(error)\n")
            throw ExitCode(Self.failedStatus)
        }
    }

    private static func run(_ request: LoadRequest, isQuiet: Bool) async throws -> LoadReport {
        let stop = LoadStop()
        return try await withThrowingTaskGroup(of: LoadReport?.self) { group in
            group.addTask {
                await stop.handleSignals()
                return nil
            }
            group.addTask {
                try await LoadRun(request: request, stop: stop, progress: LoadProgress(isQuiet: isQuiet)).run()
            }
            defer { group.cancelAll() }
            while let finished = try await group.next() {
                if let finished { return finished }
            }
            throw CommandFailure("The test ended without a result.")
        }
    }

    private func request() throws -> LoadRequest {
        guard let name = LoadScenarioName(rawValue: scenario) else {
            let all = LoadScenarioName.allCases.map(\.rawValue).joined(separator: ", ")
            throw CommandFailure("There is no scenario \(scenario), only \(all).")
        }
        let endpoint = try target.endpoint()
        let call = name == .call ? try single.single() : nil
        if name == .call, !target.queue {
            throw CommandFailure("The scenario call sends requests directly on the queue: add --queue.")
        }
        guard (1...LoadAmountOptions.peopleMax).contains(target.people) else {
            throw CommandFailure("--people is \(target.people), but must be from 1 to \(LoadAmountOptions.peopleMax).")
        }
        return LoadRequest(
            scenario: name,
            endpoint: endpoint,
            data: try target.directory(),
            people: target.people,
            keepsPeople: target.keepPeople,
            single: call,
            settings: try amount.settings(isOnQueue: target.queue, limits: try outcome.limits())
        )
    }
}
