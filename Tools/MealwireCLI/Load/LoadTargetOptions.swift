import ArgumentParser
import CommandSupport
import FoundationEssentials
import LoadGenerator
import MessageBus
import ServiceKit

/// The stack to load, and the users to load it with.
struct LoadTargetOptions: ParsableArguments {
    private static let urlDefault = "http://127.0.0.1:8080"

    @Option(help: "The address of the gateway.")
    var url = LoadTargetOptions.urlDefault

    @Flag(help: "Send requests directly on the queue of the stack on --data, without the gateway.")
    var queue = false

    @Option(
        help: ArgumentHelp(
            """
            The data directory of the stack. The report then contains the use of each process. Default with --queue: \
            $MEALWIRE_DATA, or ./data.
            """,
            valueName: "dir"
        )
    )
    var data: String?

    @Option(help: ArgumentHelp("Allow this host, although it is not this machine.", valueName: "host"))
    var yesThisServer: String?

    @Option(help: "The number of accounts created for search and diary; they are deleted afterwards.")
    var people = 50

    @Flag(help: "Keep the created accounts; a run with the same --seed uses them again.")
    var keepPeople = false

    func endpoint() throws -> LoadRequest.Endpoint {
        guard !queue else {
            guard url == Self.urlDefault else { throw CommandFailure("Give either --url or --queue, not both.") }
            return .queue
        }
        let target = try LoadTarget(url)
        guard target.isLoopback || yesThisServer == target.host else {
            throw CommandFailure(
                """
                \(target.host) is not this machine, and a load test can make a server unusable. If it is yours and not \
                in use now, add --yes-this-server \(target.host).
                """
            )
        }
        return .http(target)
    }

    /// The data directory of the stack; nil if it is not known.
    func directory() throws -> DataDirectory? {
        guard queue || data != nil else { return nil }
        var argument = DataArgument()
        argument.data = data
        return try argument.directory
    }
}
