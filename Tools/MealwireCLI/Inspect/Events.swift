import ArgumentParser
import CommandSupport
import Contracts
import MessageBus

/// `mealwire events`: prints events as services publish them.
struct Events: AsyncParsableCommand {
    /// The capacity of the buffer for a slow terminal; the oldest events are dropped first.
    private static let waitingMax = 1_024

    static let configuration = CommandConfiguration(
        abstract: "Print the events of a running stack as lines of JSON, until Ctrl-C.",
        discussion: """
            For example: `mealwire events --count 10`. Services publish these copies while the command runs, from \
            about a second after its start. Some may be lost under load; services that act on events read them from \
            the outbox of their source.
            """
    )

    @Argument(help: "Print only events of this type: \(Self.knownTypes).")
    var type: String?

    @Option(help: "Stop after this number of events.")
    var count: Int?

    @OptionGroup var dataArgument: DataArgument

    func validate() throws {
        guard count.map({ $0 > 0 }) ?? true else { throw ValidationError("--count must be more than 0.") }
    }

    func run() async throws {
        let (types, console) = (try types(), Console())
        let countMax = count ?? .max
        try await BusSession.run(try dataArgument.directory) { bus in
            let events = bus.subscribe(types.map(\.topic), keeping: Self.waitingMax)
            let announcement = try PayloadCoder.encode(EventsWanted(types: types))
            await withTaskGroup { group in
                group.addTask { await Self.announce(announcement, on: bus) }
                var printed = 0
                for await event in events {
                    console.write(event + [UInt8(ascii: "\n")])
                    printed += 1
                    if printed >= countMax { break }
                }
                group.cancelAll()
            }
        }
    }

    /// Requests copies of events from the publishers, until the task is cancelled.
    private static func announce(_ announcement: [UInt8], on bus: MessageBus) async {
        while !Task.isCancelled {
            bus.publish(EventsWanted.topic, announcement)
            try? await Task.sleep(for: .milliseconds(EventsWanted.intervalMs))
        }
    }

    private static var knownTypes: String { API.events.map { $0.type.rawValue }.joined(separator: ", ") }

    private func types() throws(CommandFailure) -> [EventType] {
        let all = API.events.map { $0.type }
        guard let type else { return all }
        guard let known = all.first(where: { $0.rawValue == type }) else {
            throw CommandFailure("There is no event type \(type). The types are \(Self.knownTypes).")
        }
        return [known]
    }
}
