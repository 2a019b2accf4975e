import ArgumentParser
import CommandSupport
import Contracts
import FoundationEssentials
import Glibc
import Observability
import ServiceKit
import Settings
import Supervision

/// `mealwire up`: starts a stack and supervises it until it is stopped.
struct Up: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Start all processes of a stack, wait until they are ready, and restart crashed ones.",
        discussion: """
            Ctrl-C, or `mealwire down` in another terminal, drains and stops the stack. `mealwire restart` replaces one \
            process after the other, for example by a new version, while the stack serves requests.

            A terminal shows the logs of all processes as text, each line after the name of its process. In a file or a \
            pipe, each line is a JSON object. Set MEALWIRE_LOG_FORMAT to text or json to choose one of them.
            """
    )

    @OptionGroup var dataArgument: DataArgument

    @Option(help: "The port on which the gateway listens.")
    var port = 8080

    @Option(help: "The address on which the gateway listens; 0.0.0.0 for all.")
    var host = "127.0.0.1"

    @OptionGroup(title: "HTTPS") var https: HTTPSOptions

    @Option(help: "The number of calorie calculators that share the work.")
    var calculators = 1

    @Flag(help: "Run a second broker as standby of the first.")
    var standby = false

    @Flag(help: "Open run/mdp.sock for any peer of the Majordomo Protocol.")
    var mdp = false

    @Option(
        help: ArgumentHelp(
            "Accept bridges of other hosts, with keys, at this address and port; see `mealwire keys`.",
            valueName: "tcp://address:port"
        )
    )
    var bridgeListen: String?

    @Option(
        help: ArgumentHelp(
            "Accept peers of the Majordomo Protocol on other hosts, with keys, at this address and port.",
            valueName: "tcp://address:port"
        )
    )
    var bridgeMdpListen: String?

    @Option(
        help: ArgumentHelp(
            "Do not start this service, so that you can start it yourself, for example under a debugger; repeatable.",
            valueName: "service"
        )
    )
    var without: [String] = []

    @Flag(help: "Log at level debug in every process.")
    var debug = false

    @Flag(
        help:
            "Make a demonstration: three users with sixty days of entries, in which anyone may sign in. Needs new data."
    )
    var demo = false

    @Flag(help: "Return as soon as the stack is ready; it keeps running and logs to log/mealwire.log.")
    var detach = false

    @Option(help: .hidden)
    var executables: String?

    /// The descriptor on which a stack that was started by `--detach` reports that it is ready.
    @Option(help: .hidden)
    var readyDescriptor: Int32?

    func validate() throws {
        guard StackOptions.ports.contains(port) else {
            throw ValidationError("--port is \(port), but must be a whole number from 1 to 65535.")
        }
        guard StackOptions.calculatorCounts.contains(calculators) else {
            throw ValidationError("--calculators is \(calculators), but must be a whole number from 1 to 64.")
        }
        _ = try omittedServices()
        guard https.port != port || !https.https else {
            throw ValidationError("--https-port is \(port), but must differ from --port.")
        }
    }

    /// Returns the services that `--without` lists.
    private func omittedServices() throws -> Set<ServiceName> {
        let names = ServiceName.all.map(\.rawValue)
        for name in without where !names.contains(name) {
            throw ValidationError("--without is \(name), but must be one of \(names.joined(separator: ", ")).")
        }
        return Set(without.map(ServiceName.init(rawValue:)))
    }

    func run() throws {
        InheritedState.makeSafe()
        let (data, console) = (try dataArgument.directory, Console())
        let options = StackOptions(
            data: data,
            host: host,
            port: port,
            calculators: calculators,
            standby: standby,
            mdp: mdp,
            bridgeEndpoint: bridgeListen,
            bridgeMajordomoEndpoint: bridgeMdpListen,
            omitted: try omittedServices(),
            debug: debug,
            demo: demo,
            executables: try executables ?? StackOptions.ownDirectory(),
            https: try https.prepare(data, console)
        )
        let environment = ProcessInfo.processInfo.environment
        let settings = try SettingsReader(of: .mealwire, arguments: [], environment: environment)
        let format = LogFormat(try settings.read(Settings.Process.logFormat), isTerminal: console.isTerminal)
        guard !detach else {
            try DetachedStart(options: options, console: console).run()
            return
        }
        let signals = try SignalPipe()
        let preflight = try Preflight(options: options)
        let (lock, listeners) = try preflight.run(console)
        let supervisor = try Supervisor(
            options: options,
            gateway: preflight.gateway,
            listeners: listeners,
            lock: lock,
            signals: signals,
            console: console,
            format: format,
            readyDescriptor: readyDescriptor
        )
        throw ExitCode(supervisor.run())
    }
}
