public import Contracts

/// What a client keeps between two starts of the app.
public struct StoredSession: Codable, Sendable, Equatable {
    /// The session of a sign-in.
    public var session: Session?
    /// A personal access token, used if there is no session.
    public var personalToken: String?
    /// Identifies this device at later sign-ins, so that wrong passwords from elsewhere do not block them.
    public var deviceToken: String?

    /// Creates a state, by default that of an app that was never signed in.
    public init(session: Session? = nil, personalToken: String? = nil, deviceToken: String? = nil) {
        self.session = session
        self.personalToken = personalToken
        self.deviceToken = deviceToken
    }
}

/// Where a client keeps its session: the keychain on Apple's systems, a file that no other user can read elsewhere.
public struct SessionStore: Sendable {
    /// Returns the stored state; nil if there is none.
    public var load: @Sendable () async throws -> StoredSession?
    /// Stores the state durably, in place of the former one.
    ///
    /// A refresh token is usable once. Therefore a client uses new tokens only after this has returned.
    public var save: @Sendable (StoredSession) async throws -> Void

    /// Creates a store.
    public init(
        load: @escaping @Sendable () async throws -> StoredSession?,
        save: @escaping @Sendable (StoredSession) async throws -> Void
    ) {
        self.load = load
        self.save = save
    }

    /// Returns a store that is lost with the process.
    public static func memory(_ stored: StoredSession? = nil) -> SessionStore {
        let memory = Memory(stored)
        return SessionStore(load: { await memory.stored }, save: { await memory.set($0) })
    }

    private actor Memory {
        private(set) var stored: StoredSession?

        init(_ stored: StoredSession?) { self.stored = stored }

        func set(_ stored: StoredSession) { self.stored = stored }
    }
}

/// The outcome of a sign-in with a correct password.
public enum SignIn: Sendable {
    /// The user is signed in.
    case session(Session)
    /// The account has a second factor: complete the sign-in with a code.
    case secondFactor(SecondFactorChallenge)
}

/// Continues a sign-in together with a code of the second factor; valid for some minutes.
public struct SecondFactorChallenge: Sendable, Equatable {
    let text: String
}
