import ArgumentParser
import FoundationEssentials
import ServiceKit

/// The stack to load, and the users to load it with.
struct LoadTargetOptions: ParsableArguments {
    private static let urlDefault = "http://127.0.0.1:8080"

    @Option(help: "The gateway.")
    var url = LoadTargetOptions.urlDefault

    @Flag(help: "Ask straight on the queue of the set on --data, without the gateway.")
    var queue = false

    @Option(
        help: ArgumentHelp(
            """
            The directory of the set; the report then says what each process used. With --queue, default: \
            $MEALWIRE_DATA, or ./data.
            """,
            valueName: "dir"
        )
    )
    var data: String?

    @Option(help: ArgumentHelp("Load this host, although it is not this machine.", valueName: "host"))
    var yesThisServer: String?

    @Option(help: "How many people are made for search and diary; they are erased afterwards.")
    var people = 50

    @Flag(help: "Leave the people in the set; a run with the same --seed finds them again.")
    var keepPeople = false

    func endpoint() throws -> LoadRequest.Endpoint {
        guard !queue else {
            guard url == Self.urlDefault else { throw SetFailure("Either --url or --queue, not both.") }
            return .queue
        }
        let target = try LoadTarget(url)
        guard target.isLoopback || yesThisServer == target.host else {
            throw SetFailure(
                """
                \(target.host) is not this machine, and a load test can keep a server from serving people. If it is yours and \
                nobody uses it now, add --yes-this-server \(target.host).
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
