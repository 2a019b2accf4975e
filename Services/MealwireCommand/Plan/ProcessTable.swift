import Contracts
import ServiceKit

/// What a process is in its set, which decides when it starts and stops.
package enum ProcessRole: Sendable, CaseIterable {
    /// Takes requests from outside: stops first, so that nobody new comes in while the rest drains.
    case gateway
    case service
    /// Carries all messages: starts first, stops last.
    case broker
}

/// A process that a set consists of.
package struct PlannedProcess: Sendable, Equatable {
    /// What it is called among the processes of the set.
    package let name: String
    package let role: ProcessRole
    /// The file beside `mealwire`.
    package let executable: String
    package let arguments: [String]
}

/// The table of processes of a set.
package enum ProcessTable {
    /// Under which the gateway gets what listens: behind the standard ones and the lock of the set.
    private static let listenDescriptor = 4

    /// All processes that the options ask for, the broker first.
    package static func processes(of options: StackOptions) -> [PlannedProcess] {
        func process(_ executable: String, _ name: String, _ role: ProcessRole, _ more: [String] = []) -> PlannedProcess
        {
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
        var brokers = [process("broker", "broker", .broker, options.mdp ? ["--mdp"] : [])]
        if options.standby { brokers.append(process("broker", "broker-2", .broker, ["--number", "2"])) }
        let services = ServiceName.all.flatMap { service in
            names(of: service, options).map { process(service.rawValue, $0, .service) }
        }
        let listening =
            (options.bridgeEndpoint.map { ["--listen", $0] } ?? [])
            + (options.bridgeMajordomoEndpoint.map { ["--mdp-listen", $0] } ?? [])
        let bridge = listening.isEmpty ? [] : [process("bridge", "bridge", .service, listening)]
        // The address is for whoever reads the arguments; the supervisor listens, and hands that on.
        let listen = [
            "--host", options.host, "--port", "\(options.port)", "--listen-descriptor", "\(listenDescriptor)",
        ]
        return brokers + bridge + services + [process("gateway", "gateway", .gateway, listen)]
    }

    private static func names(of service: ServiceName, _ options: StackOptions) -> [String] {
        guard service == .calculator, options.calculators > 1 else { return [service.rawValue] }
        return (1...options.calculators).map { "\(service.rawValue)-\($0)" }
    }
}
