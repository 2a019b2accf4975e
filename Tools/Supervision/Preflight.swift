package import CommandSupport
import Glibc
package import ServiceKit

/// Checks the conditions of a start before any process starts, and reports a problem in one sentence.
package struct Preflight {
    private let options: StackOptions
    /// The address at which clients reach the gateway.
    package let gateway: HostAddress
    private let listening: HostAddress
    private let listeningHTTPS: HostAddress?

    /// The listening sockets of the gateway.
    package struct Listeners: Sendable {
        package let plain: Int32
        /// Nil without HTTPS.
        package let https: Int32?

        /// In the order in which the gateway expects them.
        var all: [Int32] { [plain] + (https.map { [$0] } ?? []) }

        func closeAll() { for descriptor in all { close(descriptor) } }
    }

    package init(options: StackOptions) throws(CommandFailure) {
        self.options = options
        listening = try HostAddress(host: options.host, port: options.port)
        gateway = try HostAddress(host: options.reachableHost, port: options.port)
        if let https = options.https {
            listeningHTTPS = try HostAddress(host: options.host, port: https.port)
        } else {
            listeningHTTPS = nil
        }
    }

    /// Checks all conditions, makes the directories, acquires the lock, and listens for the gateway.
    package func run(_ console: Console) throws(CommandFailure) -> (lock: StackLock, listeners: Listeners) {
        try Self.checkSocketPaths(options.data, brokers: options.standby ? 2 : 1)
        try checkExecutables()
        try checkBridge()
        for path in [options.data.path, options.data.run] { try Self.makePrivateDirectory(path) }
        let lock = try StackLock.acquire(options.data, console)
        return (lock, try listen())
    }

    /// Makes a directory that only its owner may enter, and its missing parents.
    ///
    /// - Throws: `CommandFailure` if that fails, or the directory is not writable.
    package static func makePrivateDirectory(_ path: String) throws(CommandFailure) {
        var path = path
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        if mkdir(path, 0o700) != 0 {
            if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
                try makePrivateDirectory(String(path[..<slash]))
                guard mkdir(path, 0o700) == 0 || errno == EEXIST else { throw cannotMake(path) }
            } else if errno != EEXIST {
                throw cannotMake(path)
            }
        }
        var information = stat()
        guard stat(path, &information) == 0, information.st_mode & S_IFMT == S_IFDIR else {
            throw CommandFailure("\(path) is not a directory.")
        }
        guard access(path, W_OK | X_OK) == 0 else {
            throw CommandFailure("Cannot write in the directory \(path): \(systemReason()).")
        }
    }

    private static func cannotMake(_ path: String) -> CommandFailure {
        CommandFailure("Cannot make the directory \(path): \(systemReason()).")
    }

    /// Refuses a data directory with a path that is too long for the sockets below it.
    package static func checkSocketPaths(_ data: DataDirectory, brokers: Int = 1) throws(CommandFailure) {
        let sockets = (1...brokers).flatMap { data.sockets(ofBroker: $0) }
        let longest = sockets.map(\.utf8.count).max() ?? 0
        guard longest <= DataDirectory.socketPathLengthMax else {
            let room = DataDirectory.socketPathLengthMax - (longest - data.path.utf8.count)
            throw CommandFailure(
                "The path \(data.path) has \(data.path.utf8.count) bytes, but sockets below it allow at most \(room)."
            )
        }
    }

    private func checkExecutables() throws(CommandFailure) {
        for executable in Set(ProcessTable.processes(of: options).map(\.executable)).sorted() {
            let path = "\(options.executables)/\(executable)"
            guard access(path, X_OK) == 0 else {
                throw CommandFailure(
                    "\(path) cannot be run (\(systemReason())): build the executables with `swift build -c release`."
                )
            }
        }
    }

    /// Refuses a bridge without a valid address or key, which would be restarted again and again.
    private func checkBridge() throws(CommandFailure) {
        let endpoints = [
            ("--bridge-listen", options.bridgeEndpoint), ("--bridge-mdp-listen", options.bridgeMajordomoEndpoint),
        ].compactMap { option, endpoint in endpoint.map { (option, $0) } }
        guard !endpoints.isEmpty else { return }
        for (option, endpoint) in endpoints where TCPAddress(endpoint: endpoint) == nil {
            throw CommandFailure("\(option) is \(endpoint), but must be tcp://, an address of this host and a port.")
        }
        do {
            _ = try options.data.keys.pair(KeyFiles.bridge)
        } catch {
            throw CommandFailure("\(error)")
        }
    }

    private func listen() throws(CommandFailure) -> Listeners {
        let plain = try listen(listening, options.port, "--port")
        guard let listeningHTTPS, let https = options.https else { return Listeners(plain: plain, https: nil) }
        do {
            return Listeners(plain: plain, https: try listen(listeningHTTPS, https.port, "--https-port"))
        } catch {
            close(plain)
            throw error
        }
    }

    private func listen(_ address: HostAddress, _ port: Int, _ option: String) throws(CommandFailure) -> Int32 {
        do {
            return try address.listen()
        } catch {
            throw reason(error.code, port, option)
        }
    }

    private func reason(_ code: Int32, _ port: Int, _ option: String) -> CommandFailure {
        let host = options.host
        return switch code {
        case EADDRINUSE:
            CommandFailure("Port \(port) of \(host) is taken by another process; give another one with \(option).")
        case EACCES:
            CommandFailure("Port \(port) is reserved for root; give one from 1024 on with \(option).")
        case EADDRNOTAVAIL:
            CommandFailure("\(host) is not an address of this machine; give another one with --host.")
        default:
            CommandFailure("Cannot listen on port \(port) of \(host): \(systemReason(code)).")
        }
    }
}
