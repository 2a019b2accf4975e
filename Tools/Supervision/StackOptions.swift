package import CommandSupport
package import Contracts
import Glibc
package import ServiceKit

/// The options of a stack.
package struct StackOptions: Sendable {
    package static let ports = 1...65_535
    /// One machine does not need more calculators; the bound prevents thousands of processes by a typing error.
    package static let calculatorCounts = 1...64

    package let data: DataDirectory
    package let host: String
    package let port: Int
    package let calculators: Int
    /// Whether a second broker runs as standby.
    package let standby: Bool
    package let mdp: Bool
    /// The endpoint for bridges of other hosts; nil if they cannot connect.
    package let bridgeEndpoint: String?
    /// The endpoint for peers of the Majordomo Protocol on other hosts; nil if they cannot connect.
    package let bridgeMajordomoEndpoint: String?
    /// The services that the user starts, for example under a debugger.
    package let omitted: Set<ServiceName>
    package let debug: Bool
    /// Whether the stack is a demonstration, with three users that anyone may be.
    package let demo: Bool
    /// The directory that holds the executables.
    package let executables: String
    /// Nil if the gateway speaks plain HTTP only.
    package let https: HTTPS?

    /// The port and the files of HTTPS, with absolute paths.
    package struct HTTPS: Sendable, Equatable {
        package let port: Int
        package let certificate: String
        package let key: String
        /// The certificate authority that devices must trust; nil for a certificate that they trust already.
        package let authority: String?
        /// The options of `mealwire up` from which the files follow.
        let arguments: [String]

        package init(port: Int, certificate: String, key: String, authority: String?, arguments: [String]) {
            (self.port, self.certificate, self.key, self.authority) = (port, certificate, key, authority)
            self.arguments = arguments
        }
    }

    package init(
        data: DataDirectory,
        host: String,
        port: Int,
        calculators: Int,
        standby: Bool = false,
        mdp: Bool,
        bridgeEndpoint: String? = nil,
        bridgeMajordomoEndpoint: String? = nil,
        omitted: Set<ServiceName> = [],
        debug: Bool,
        demo: Bool = false,
        executables: String,
        https: HTTPS? = nil
    ) {
        self.data = data
        self.host = host
        self.port = port
        self.calculators = calculators
        self.standby = standby
        self.mdp = mdp
        self.bridgeEndpoint = bridgeEndpoint
        self.bridgeMajordomoEndpoint = bridgeMajordomoEndpoint
        self.omitted = omitted
        self.debug = debug
        self.demo = demo
        self.executables = executables
        self.https = https
    }

    /// Returns the directory of this executable, which contains the executables that it starts.
    package static func ownDirectory() throws(CommandFailure) -> String {
        let path = try ownPath()
        guard let slash = path.lastIndex(of: "/") else { throw CommandFailure("\(path) is not an absolute path.") }
        return String(path[..<slash])
    }

    /// Returns the absolute path of this executable.
    static func ownPath() throws(CommandFailure) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { throw CommandFailure("Cannot read /proc/self/exe: \(systemReason()).") }
        return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The host to which clients on this machine connect; a loopback address instead of a wildcard.
    package var reachableHost: String {
        switch host {
        case "0.0.0.0": "127.0.0.1"
        case "::": "::1"
        default: host
        }
    }

    /// The URL of the plain port, which serves health checks in any case.
    package var plainURL: String { "http://\(authority)" }

    /// The URL of the ready stack.
    package var url: String { https.map { "https://\(hostText):\($0.port)" } ?? plainURL }

    /// The host and plain port in the form of a URL.
    package var authority: String { "\(hostText):\(port)" }

    private var hostText: String { reachableHost.contains(":") ? "[\(reachableHost)]" : reachableHost }

    /// Returns the message for a ready stack: its URL, a first call to try, and how to stop it.
    package func greeting(stop: String) -> String {
        let trust = https?.authority.map { " --cacert \($0)" } ?? ""
        let names = DemoAccount.all.map(\.name).joined(separator: ", ")
        let welcome = demo ? " Open it, and continue as one of \(names): no password is needed.\n" : " "
        return """
            Mealwire is ready at \(url).\(welcome)Try:
              curl -s\(trust) \(url)/v1/calculator/target -H 'Content-Type: application/json' \\
                -d '{"sex":"female","age":30,"heightCm":165,"weightKg":65,"activityLevel":"light","goal":"lose"}'
            \(stop)
            \(trustText)\(omittedText)
            """
    }

    /// Tells how devices trust the certificate authority; empty without one.
    private var trustText: String {
        guard https?.authority != nil else { return "" }
        return
            "Devices show a warning until they trust the server's certificate authority: open \(plainURL)/trust on each, "
            + "with the name or address of this host.\n"
    }

    /// Names the omitted services with the commands that start them; empty without omitted services.
    package var omittedText: String {
        guard !omitted.isEmpty else { return "" }
        let commands = ProcessTable.omittedProcesses(of: self).map {
            "  \(executables)/\($0.executable) \($0.arguments.joined(separator: " "))\n"
        }
        return "Not started, because of --without. Start it yourself:\n\(commands.joined())"
    }
}
