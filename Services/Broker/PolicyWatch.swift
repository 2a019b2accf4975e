import Logging
import ServiceKit
import Synchronization

/// The file that says who may come in, read again when it has changed, so that nobody has to restart the broker for it.
final class PolicyWatch: Sendable {
    private struct State {
        var register: PeerRegister
        var version: FileVersion
    }

    private let path: String
    private let logger: Logger
    private let ownUser: UInt32
    private let gatewayUser: UInt32?
    private let bridgeUser: UInt32?
    private let state: Mutex<State>

    /// Reads the file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - ownUser: The user whose processes may do everything.
    ///   - gatewayUser: The user of the gateway, if it is not the broker's own.
    ///   - bridgeUser: The user of the bridge, if the configuration says it.
    ///   - logger: Where changes are recorded.
    /// - Throws: `PolicyFailure` if it is not what it should be: better no broker than one that lets in the wrong ones.
    init(
        _ path: String,
        ownUser: UInt32,
        gatewayUser: UInt32? = nil,
        bridgeUser: UInt32? = nil,
        _ logger: Logger
    ) throws {
        self.path = path
        self.ownUser = ownUser
        self.gatewayUser = gatewayUser
        self.bridgeUser = bridgeUser
        self.logger = logger
        let version = FileVersion(path)
        let policy = try PeerPolicy(path: path)
        let register = PeerRegister(policy, ownUser: ownUser, gatewayUser: gatewayUser, bridgeUser: bridgeUser)
        state = Mutex(State(register: register, version: version))
        logOmissions(policy)
    }

    private func logOmissions(_ policy: PeerPolicy) {
        guard let omissions = policy.omissions else { return }
        logger.warning(
            "a peer may neither offer nor call what the list of peers does not name; [\"*\"] names all services",
            metadata: ["file": "\(path)", "omitted": "\(omissions)"]
        )
    }

    var register: PeerRegister { state.withLock { $0.register } }

    /// Reads the file again if it has changed; whether it says something else now.
    ///
    /// A file that is not what it should be changes nothing, and is complained about.
    func reloadIfChanged() -> Bool {
        let version = FileVersion(path)
        guard version != state.withLock({ $0.version }) else { return false }
        do {
            let policy = try PeerPolicy(path: path)
            let register = PeerRegister(policy, ownUser: ownUser, gatewayUser: gatewayUser, bridgeUser: bridgeUser)
            logger.notice("the list of peers is read again", metadata: ["file": "\(path)"])
            logOmissions(policy)
            return state.withLock { state in
                defer { state = State(register: register, version: version) }
                return state.register != register
            }
        } catch {
            logger.error("the list of peers stays as it was", metadata: ["error": "\(error)"])
            state.withLock { $0.version = version }
            return false
        }
    }
}
