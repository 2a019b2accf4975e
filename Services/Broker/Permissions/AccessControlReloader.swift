import Logging
import ServiceKit
import Synchronization

/// Loads the list of peers, and again whenever the file has changed, so that the broker need not be restarted.
final class AccessControlReloader: Sendable {
    private struct State {
        var list: AccessControlList
        var version: FileVersion
    }

    private let path: String
    private let logger: Logger
    private let ownUser: UInt32
    private let gatewayUser: UInt32?
    private let bridgeUser: UInt32?
    private let state: Mutex<State>

    /// Loads the file.
    ///
    /// - Parameters:
    ///   - path: The path of the list of peers.
    ///   - ownUser: The user of processes with all permissions.
    ///   - gatewayUser: The user of the gateway, if it is not the broker's own.
    ///   - bridgeUser: The configured user of the bridge, if any.
    ///   - logger: Logs changes of the list.
    /// - Throws: `PolicyFailure` if the file is invalid: starting with a wrong list could admit the wrong peers.
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
        let list = AccessControlList(policy, ownUser: ownUser, gatewayUser: gatewayUser, bridgeUser: bridgeUser)
        state = Mutex(State(list: list, version: version))
        logOmissions(policy)
    }

    private func logOmissions(_ policy: PeerPolicy) {
        guard let omissions = policy.omissions else { return }
        logger.warning(
            "a peer may neither offer nor call what the list of peers does not name; [\"*\"] names all services",
            metadata: ["file": "\(path)", "omitted": "\(omissions)"]
        )
    }

    var list: AccessControlList { state.withLock { $0.list } }

    /// Reads the file again if it has changed; returns whether the permissions differ.
    ///
    /// An invalid file changes nothing and is logged.
    func reloadIfChanged() -> Bool {
        let version = FileVersion(path)
        guard version != state.withLock({ $0.version }) else { return false }
        do {
            let policy = try PeerPolicy(path: path)
            let list = AccessControlList(policy, ownUser: ownUser, gatewayUser: gatewayUser, bridgeUser: bridgeUser)
            logger.notice("the list of peers is read again", metadata: ["file": "\(path)"])
            logOmissions(policy)
            return state.withLock { state in
                defer { state = State(list: list, version: version) }
                return state.list != list
            }
        } catch {
            logger.error("the list of peers stays as it was", metadata: ["error": "\(error)"])
            state.withLock { $0.version = version }
            return false
        }
    }
}
