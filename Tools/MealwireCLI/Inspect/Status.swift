import ArgumentParser
import Backups
import CommandSupport
import Contracts
import FoundationEssentials
import MessageBus
import Observability
import ServiceKit
import Storage

/// `mealwire status`: shows the state of a running stack.
struct Status: AsyncParsableCommand {
    /// The interval of `--watch`.
    private static let watchInterval = Duration.seconds(1)
    /// The escape sequence that moves to the upper left corner and clears the screen.
    private static let clearScreen = "\u{1B}[H\u{1B}[J"

    static let configuration = CommandConfiguration(
        abstract: "Show the queues, services and processes of a running stack.",
        discussion: """
            Counts are those since the start of each process. Times of queues include the wait in the queue; times of \
            services do not. A service that does not answer within a second is shown as away.
            """
    )

    @OptionGroup var dataArgument: DataArgument

    @Flag(help: "Repeat every second until Ctrl-C.")
    var watch = false

    func run() async throws {
        let (console, data) = (Console(), try dataArgument.directory)
        let begin = watch && console.isTerminal ? Self.clearScreen : ""
        while true {
            console.write(begin + (try await Self.report(data)) + "\n")
            guard watch else { return }
            try await Task.sleep(for: Self.watchInterval)
            if begin.isEmpty { console.write("\n") }
        }
    }

    /// How long a broker may take to answer, in milliseconds.
    private static let answerMsMax = 1_000

    /// Returns the sections of the report: the brokers' queues, the services, their delay on events, the bridges, the
    /// processes.
    private static func report(_ data: DataDirectory) async throws -> String {
        // A bridge that is not expected would be waited for in vain.
        // The broker itself reports a list of peers that cannot be read.
        let peers = (try? PeerPolicy(path: data.peerPolicy))?.peers ?? []
        let expectsBridge = peers.contains { $0.isBridge || $0.key != nil }
        var sections = try await queues(data)
        sections.append(ServiceSection(try await BusSession.run(data, ServiceSurvey.collect)).text)
        let reports = try await BusSession.run(data) { bus in
            await MetricsSurvey.collect(bus, expectsBridge: expectsBridge)
        }
        sections.append(EventLagSection(reports).text)
        sections.append(BridgeSection(reports).text)
        sections.append(ProcessSection(ProcessRecord.all(data)).text)
        sections.append(
            LastBackup(in: BackupSettings.recordDirectory ?? data.path).map { "Last backup: \($0.time), \($0.path)" }
                ?? ""
        )
        return sections.filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    /// Returns a section for each broker with a socket; one that does not respond is shown as away.
    private static func queues(_ data: DataDirectory) async throws -> [String] {
        let expected = DataDirectory.brokerNumbers.filter { number in
            FileManager.default.fileExists(atPath: data.sockets(ofBroker: number)[0])
        }
        var sections: [String] = []
        for number in expected {
            let status = try await status(ofBroker: number, data)
            let title = expected.count > 1 ? "Broker \(number)\n" : ""
            sections.append(title + QueueSection(status).text)
        }
        return sections
    }

    private static func status(ofBroker number: Int, _ data: DataDirectory) async throws -> BrokerStatus.Reply? {
        guard BrokerProbe(data: data).isAnswered(by: number) else { return nil }
        return try await BusSession.run(data, brokers: [number]) { bus in
            // A broker that does not answer in time is shown as such.
            try? await bus.call(
                BrokerStatus.method,
                BrokerStatus(),
                .own(timeoutMs: answerMsMax),
                as: BrokerStatus.Reply.self
            )
        }
    }
}
