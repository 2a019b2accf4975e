import ArgumentParser
import FoundationEssentials
import Glibc
import ServiceKit

/// `mealwire up`: starts a set and watches over it until it is told to stop.
struct Up: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Start all processes of a set, wait until they are ready, and start again what crashes.",
        discussion: """
            Ctrl-C, or `mealwire down` from elsewhere, drains and stops the set. `mealwire restart` has one process after the other \
            give way to a new one, such as of a new version, while the set serves.

            On a terminal the logs of all processes are shown as text, each line behind the name of its process. Elsewhere, \
            in a file or a pipe, each line is an object of JSON. MEALWIRE_LOG_FORMAT=text, or json, asks for one of them.
            """
    )

    @OptionGroup var dataArgument: DataArgument

    @Option(help: "The port on which the gateway listens.")
    var port = 8080

    @Option(help: "The address on which the gateway listens; 0.0.0.0 for all.")
    var host = "127.0.0.1"

    @Option(help: "How many calorie calculators share the work.")
    var calculators = 1

    @Flag(help: "Have a second broker stand by for the first.")
    var standby = false

    @Flag(help: "An endpoint, run/mdp.sock, for any peer of the Majordomo Protocol.")
    var mdp = false

    @Option(
        help: ArgumentHelp(
            "Let bridges of other hosts in, with keys, at this address and port; see `mealwire keys`.",
            valueName: "tcp://address:port"
        )
    )
    var bridgeListen: String?

    @Option(
        help: ArgumentHelp(
            "Let peers of the Majordomo Protocol of other hosts in, with keys, at this address and port.",
            valueName: "tcp://address:port"
        )
    )
    var bridgeMdpListen: String?

    /// An option of earlier versions.
    @Option(help: .hidden)
    var tcpEndpoint: String?

    @Flag(help: "Have every process log at level debug.")
    var debug = false

    @Flag(help: "Return as soon as the set is ready; it keeps running and logs to log/mealwire.log.")
    var detach = false

    @Option(help: .hidden)
    var executables: String?

    /// Open in a set that was started by `--detach`: it tells there that it is ready.
    @Option(help: .hidden)
    var readyDescriptor: Int32?

    func validate() throws {
        guard tcpEndpoint == nil else {
            throw ValidationError(
                "--tcp-endpoint is not there any more: other hosts come in through the bridge, by --bridge-listen."
            )
        }
        guard StackOptions.ports.contains(port) else {
            throw ValidationError("--port is \(port), but must be a whole number from 1 to 65535.")
        }
        guard StackOptions.calculatorCounts.contains(calculators) else {
            throw ValidationError("--calculators is \(calculators), but must be a whole number from 1 to 64.")
        }
    }

    func run() throws {
        Inheritance.makeSafe()
        let options = StackOptions(
            data: try dataArgument.directory,
            host: host,
            port: port,
            calculators: calculators,
            standby: standby,
            mdp: mdp,
            bridgeEndpoint: bridgeListen,
            bridgeMajordomoEndpoint: bridgeMdpListen,
            debug: debug,
            executables: try executables ?? StackOptions.ownDirectory()
        )
        let console = Console()
        let asked = ProcessInfo.processInfo.environment[LogFormat.environmentKey]
        let format = try LogFormat(asked, isTerminal: console.isTerminal)
        guard !detach else {
            try DetachedStart(options: options, console: console).run()
            return
        }
        let signals = try SignalPipe()
        let preflight = try Preflight(options: options)
        let (lock, listener) = try preflight.pass(console)
        let supervisor = try Supervisor(
            options: options,
            gateway: preflight.gateway,
            listener: listener,
            lock: lock,
            signals: signals,
            console: console,
            format: format,
            readyDescriptor: readyDescriptor
        )
        throw ExitCode(supervisor.run())
    }
}
