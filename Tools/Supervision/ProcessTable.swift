import Contracts
import Observability
import ServiceKit
import Settings

/// The role of a process in its stack, which determines the order of starts and stops.
package enum ProcessRole: Sendable, CaseIterable {
    /// Accepts external requests; it stops first, so that no new ones arrive while the others drain.
    case gateway
    case service
    /// Routes all messages; it starts first and stops last.
    case broker
}

/// A process of a stack.
package struct PlannedProcess: Sendable, Equatable {
    /// The name of the process, unique in the stack.
    package let name: String
    package let role: ProcessRole
    /// The name of the executable, in the directory of `mealwire`.
    package let executable: String
    package let arguments: [String]
}

/// The table of processes of a stack.
package enum ProcessTable {
    /// The number of the listening descriptor in the gateway, after the standard ones and the lock of the stack.
    private static let listenDescriptor = 4
    /// The number of the descriptor that listens for HTTPS.
    private static let httpsListenDescriptor = 5

    /// Returns all processes that the supervisor starts, the broker first.
    package static func processes(of options: StackOptions) -> [PlannedProcess] {
        var brokers = [process("broker", "broker", .broker, options, options.mdp ? ["--mdp"] : [])]
        if options.standby { brokers.append(process("broker", "broker-2", .broker, options, ["--number", "2"])) }
        let listening =
            (options.bridgeEndpoint.map { ["--listen", $0] } ?? [])
            + (options.bridgeMajordomoEndpoint.map { ["--mdp-listen", $0] } ?? [])
        let bridge = listening.isEmpty ? [] : [process("bridge", "bridge", .service, options, listening)]
        // The supervisor listens and passes the descriptor on; the address is only informative.
        let listen = [
            "--host", options.host, "--port", "\(options.port)", "--listen-descriptor", "\(listenDescriptor)",
        ]
        let https = options.https.map { https in
            [
                "--https-port", "\(https.port)", "--https-listen-descriptor", "\(httpsListenDescriptor)",
                "--https-certificate", https.certificate, "--https-key", https.key,
            ] + (https.authority.map { ["--https-authority", $0] } ?? [])
        }
        let services = services(of: options) { !options.omitted.contains($0) }
        return brokers + bridge + services + [process("gateway", "gateway", .gateway, options, listen + (https ?? []))]
    }

    /// Returns the process that fills the accounts of a demonstration when the stack is ready; nil for another stack.
    static func filling(_ options: StackOptions) -> PlannedProcess? {
        guard options.demo else { return nil }
        return PlannedProcess(
            name: "demo",
            role: .service,
            executable: "mealwire",
            arguments: ["demo"]
        )
    }

    /// Returns the processes of the omitted services, which the user starts.
    package static func omittedProcesses(of options: StackOptions) -> [PlannedProcess] {
        services(of: options, where: options.omitted.contains)
    }

    private static func services(
        of options: StackOptions,
        where isIncluded: (ServiceName) -> Bool
    ) -> [PlannedProcess] {
        ServiceName.all.filter(isIncluded).flatMap { service in
            let more = service == .auth && options.demo ? ["--demo"] : []
            return names(of: service, options).map { process(service.rawValue, $0, .service, options, more) }
        }
    }

    private static func process(
        _ executable: String,
        _ name: String,
        _ role: ProcessRole,
        _ options: StackOptions,
        _ more: [String] = []
    ) -> PlannedProcess {
        let common = ["--data", options.data.path, "--instance", name]
        let level = options.debug ? ["--log-level", "debug"] : []
        let brokers = options.standby ? ["--brokers", "2"] : []
        return PlannedProcess(
            name: name,
            role: role,
            executable: executable,
            arguments: common + level + brokers + more
        )
    }

    private static func names(of service: ServiceName, _ options: StackOptions) -> [String] {
        guard service == .calculator, options.calculators > 1 else { return [service.rawValue] }
        return (1...options.calculators).map { "\(service.rawValue)-\($0)" }
    }
}

extension ProcessTable {
    /// Returns the variables that the supervisor sets for its processes.
    ///
    /// - Parameters:
    ///   - data: The data directory, for `mealwire` as a process, and the directory of the sockets.
    ///   - format: The format of log lines: the output of a process is a pipe, which does not show what is behind it.
    /// - Returns: The variables by name.
    static func environment(of data: DataDirectory, _ format: LogFormat) -> [String: String] {
        [
            Settings.Process.data.declaration.variable: data.path,
            Settings.Process.supervised.declaration.variable: "true",
            Settings.Process.run.declaration.variable: data.run,
            Settings.Process.logFormat.declaration.variable: format.rawValue,
        ]
    }
}
