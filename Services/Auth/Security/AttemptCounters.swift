import Contracts
import FoundationEssentials

/// Counts wrong passwords of one kind under one hash.
struct AttemptCounter: Sendable, Equatable {
    /// What wrong passwords are counted by.
    enum Kind: String, Sendable {
        /// One e-mail address, tried by one client.
        case accountAndClient
        /// One client, whatever addresses it tries.
        case client
        /// One e-mail address, tried by clients that never signed in to its account.
        case account
        /// One device that signed in to the account before.
        case device
        /// One session whose user is asked for the password again.
        case session
    }

    let kind: Kind
    let hash: Data

    var failuresMax: Int {
        switch kind {
        case .accountAndClient, .device, .session: LoginLimits.failuresMax
        case .client: LoginLimits.failuresOfClientMax
        case .account: LoginLimits.failuresOfAccountMax
        }
    }
}

/// Names the counters that one attempt is held against.
///
/// A client that never signed in to an account is held against three. A device that did, and a session, have a counter
/// of their own and no other, so no failure of another client blocks them.
struct AttemptCounters: Sendable {
    /// The most specific counter; the right password sets it back.
    let own: AttemptCounter
    /// Counters that the attempt shares with others; the right password leaves them, or a client with an account of its
    /// own could reset them.
    let shared: [AttemptCounter]

    var all: [AttemptCounter] { [own] + shared }
}

extension AuthService {
    /// Returns the counters of a sign-in.
    ///
    /// The hash of the account's password is part of the hashed text. So a new password starts new counters, and nothing
    /// has to be removed when the account changes or goes.
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
        // Any number of people may be behind a proxy on this host.
        if !client.isLocal { shared.append(counter(.client, client.text, key: clientKey)) }
        return AttemptCounters(
            own: counter(.accountAndClient, "\(client.text) \(target)", key: clientKey),
            shared: shared
        )
    }

    /// Returns the counters of a session whose user is asked for the password again.
    func counters(ofReauthentication context: RequestContext) throws(ServiceError) -> AttemptCounters {
        guard let principal = context.principal else { throw ServiceError(.unauthenticated, "Sign in first.") }
        return AttemptCounters(own: counter(.session, "\(principal.session)", key: counterKey), shared: [])
    }

    private func counter(_ kind: AttemptCounter.Kind, _ text: String, key: [UInt8]) -> AttemptCounter {
        AttemptCounter(kind: kind, hash: Fingerprint.of(Array("\(kind.rawValue) \(text)".utf8), key: key))
    }
}
