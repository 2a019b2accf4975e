import ArgumentParser
import Contracts
import Messaging

/// `mealwire status`: how the processes of a running set are doing.
struct Status: AsyncParsableCommand {
    /// Between two looks of `--watch`.
    private static let watchInterval = Duration.seconds(1)
    /// Moves to the upper left corner and clears the screen below it.
    private static let clearScreen = "\u{1B}[H\u{1B}[J"

    static let configuration = CommandConfiguration(
        abstract: "Show what each service of a running set has done since it started.",
        discussion: """
            Times are those that a service worked on a request, without the wait before. A service that does not answer \
            within a second is shown as away.
            """
    )

    @OptionGroup var dataArgument: DataArgument

    @Flag(help: "Show it again every second, until Ctrl-C.")
    var watch = false

    func run() async throws {
        let (console, watch) = (Console(), watch)
        let begin = watch && console.isTerminal ? Self.clearScreen : ""
        try await BusSession.run(try dataArgument.directory) { bus in
            while true {
                console.write(begin + (await Self.report(bus)) + "\n")
                guard watch else { return }
                try await Task.sleep(for: Self.watchInterval)
                if begin.isEmpty { console.write("\n") }
            }
        }
    }

    /// How long the broker may take to answer, in milliseconds.
    private static let answerMsMax = 1_000

    /// The sections of the report, one after the other: the broker's queues, then the services.
    private static func report(_ bus: MessageBus) async -> String {
        let queues = try? await bus.call(
            BrokerStatus.method,
            BrokerStatus(),
            .own(timeoutMs: answerMsMax),
            as: BrokerStatus.Reply.self
        )
        let sections = [QueueSection(queues).text, ServiceSection(await ServiceSurvey.take(bus)).text]
        return sections.joined(separator: "\n\n")
    }
}
