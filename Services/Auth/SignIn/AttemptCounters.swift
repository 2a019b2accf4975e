import Contracts
import FoundationEssentials

/// A counter of wrong passwords, identified by its kind and a hash.
struct AttemptCounter: Sendable, Equatable {
    /// The property by which wrong passwords are counted.
    enum Kind: String, Sendable {
        /// One e-mail address, tried by one client.
        case accountAndClient
        /// One client, whatever addresses it tries.
        case client
        /// One e-mail address, tried by clients that never signed in to its account.
        case account
        /// One device that signed in to the account before.
        case device
        /// One session, where the user confirms a change by password.
        case session
    }

    let kind: Kind
    let hash: Data

    var failuresMax: Int {
        switch kind {
        case .accountAndClient, .device, .session: LoginLimits.failuresMax
        case .client: LoginLimits.failuresPerClientMax
        case .account: LoginLimits.failuresPerAccountMax
        }
    }
}

/// The counters that one attempt counts for.
///
/// A client that never signed in to an account counts for three counters. A known device or a session has one counter
/// of its own, so that failures of other clients do not block it.
struct AttemptCounters: Sendable {
    /// The most specific counter; the right password resets it.
    let own: AttemptCounter
    /// Counters shared with other clients, which the right password does not reset.
    ///
    /// Otherwise a client could reset them with an account of its own.
    let shared: [AttemptCounter]

    var all: [AttemptCounter] { [own] + shared }
}

extension AuthService {
    /// Returns the counters of a sign-in.
    ///
    /// The hashed text includes the account's password hash. So a new password starts new counters, and changes of the
    /// account need no clean-up.
    func counters(
        email: String,
        account: Account?,
        client: NetworkClient,
        deviceToken: String?
    ) -> AttemptCounters {
        if let account, let device = deviceTokens.device(in: deviceToken, of: account.id, at: nowS) {
            return AttemptCounters(own: counter(.device, device, key: counterKey), shared: [])
        }
        let target = "\(email) \(account?.passwordHash ?? "")"
        var shared = [counter(.account, target, key: counterKey)]
        // A proxy on this host may stand for any number of users.
        if !client.isLocal { shared.append(counter(.client, client.text, key: clientKey)) }
        return AttemptCounters(
            own: counter(.accountAndClient, "\(client.text) \(target)", key: clientKey),
            shared: shared
        )
    }

    /// Returns the counter of a session that confirms a change by password.
    func counters(ofReauthentication context: RequestContext) throws(ServiceError) -> AttemptCounters {
        guard let principal = context.principal else { throw ServiceError(.unauthenticated, "Sign in first.") }
        return AttemptCounters(own: counter(.session, "\(principal.session)", key: counterKey), shared: [])
    }

    private func counter(_ kind: AttemptCounter.Kind, _ text: String, key: [UInt8]) -> AttemptCounter {
        AttemptCounter(kind: kind, hash: Fingerprint.of(Array("\(kind.rawValue) \(text)".utf8), key: key))
    }
}
