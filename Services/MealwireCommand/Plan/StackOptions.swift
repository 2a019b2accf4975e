import Glibc
package import ServiceKit

/// What a set is started with.
package struct StackOptions: Sendable {
    package static let ports = 1...65_535
    /// One machine has no use for more; it keeps a slip of the finger from starting thousands.
    package static let calculatorCounts = 1...64

    package let data: DataDirectory
    package let host: String
    package let port: Int
    package let calculators: Int
    /// Whether a second broker stands by.
    package let standby: Bool
    package let mdp: Bool
    /// Where bridges of other hosts come in; nil if they cannot.
    package let bridgeEndpoint: String?
    /// Where peers of the Majordomo Protocol of other hosts come in; nil if they cannot.
    package let bridgeMajordomoEndpoint: String?
    package let debug: Bool
    /// The directory that holds the executables.
    package let executables: String

    package init(
        data: DataDirectory,
        host: String,
        port: Int,
        calculators: Int,
        standby: Bool = false,
        mdp: Bool,
        bridgeEndpoint: String? = nil,
        bridgeMajordomoEndpoint: String? = nil,
        debug: Bool,
        executables: String
    ) {
        self.data = data
        self.host = host
        self.port = port
        self.calculators = calculators
        self.standby = standby
        self.mdp = mdp
        self.bridgeEndpoint = bridgeEndpoint
        self.bridgeMajordomoEndpoint = bridgeMajordomoEndpoint
        self.debug = debug
        self.executables = executables
    }

    /// Where this executable lies: its siblings are what it starts.
    static func ownDirectory() throws(CommandFailure) -> String {
        let path = try ownPath()
        guard let slash = path.lastIndex(of: "/") else { throw CommandFailure("\(path) is no absolute path.") }
        return String(path[..<slash])
    }

    /// This executable, however it was found.
    static func ownPath() throws(CommandFailure) -> String {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &buffer, buffer.count)
        guard count > 0 else { throw CommandFailure("Cannot read /proc/self/exe: \(systemReason()).") }
        return String(decoding: buffer.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// The host as clients on this machine reach it: a wildcard is no address to connect to.
    package var reachableHost: String {
        switch host {
        case "0.0.0.0": "127.0.0.1"
        case "::": "::1"
        default: host
        }
    }

    /// Where the set is found once it is ready.
    package var url: String { "http://\(authority)" }

    /// Host and port as they stand in a URL.
    var authority: String {
        reachableHost.contains(":") ? "[\(reachableHost)]:\(port)" : "\(reachableHost):\(port)"
    }

    /// What is said when the set is ready: where it is, a first call to try, and how to stop it.
    package func greeting(stop: String) -> String {
        """
        Mealwire is ready at \(url). Try:
          curl -s \(url)/v1/calculator/target -H 'Content-Type: application/json' \\
            -d '{"sex":"female","age":30,"heightCm":165,"weightKg":65,"activityLevel":"light","goal":"lose"}'
        \(stop)

        """
    }
}
