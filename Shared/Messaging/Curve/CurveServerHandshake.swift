/// The server's side of the handshake of CurveZMQ: HELLO, WELCOME, INITIATE, READY.
struct CurveServerHandshake: CurveHandshake {
    private enum State {
        case awaitingHello
        case awaitingInitiate(Session)
        case done(CurveAgreement)
    }

    /// What belongs to one handshake alone.
    private struct Session {
        let client: CurveKey
        let keys: CurveKeyPair
        /// What the client has to bring back.
        ///
        /// RFC 26 has the server forget the session and put it into the cookie, sealed. A connection over TCP has its
        /// place in memory anyway, so the cookie is only a secret that shows who got the WELCOME.
        let cookie: [UInt8]
        let lastReceived: UInt64
    }

    private static let cookieLength = 96
    private static let signatureLength = 64
    private static let paddingLength = 72

    private let keys: CurveKeyPair
    private let isKnown: @Sendable (CurveKey) -> Bool
    private let metadata: [UInt8]
    private let check: @Sendable (_ metadata: [UInt8]) throws(ZMTPViolation) -> Void
    private var state = State.awaitingHello

    /// Makes the server's side.
    ///
    /// - Parameters:
    ///   - keys: The server's own.
    ///   - isKnown: Whether a client with that key may come in.
    ///   - metadata: What READY tells the client.
    ///   - check: Judges what the client tells of itself.
    init(
        _ keys: CurveKeyPair,
        isKnown: @escaping @Sendable (CurveKey) -> Bool,
        metadata: [UInt8],
        check: @escaping @Sendable (_ metadata: [UInt8]) throws(ZMTPViolation) -> Void
    ) {
        self.keys = keys
        self.isKnown = isKnown
        self.metadata = metadata
        self.check = check
    }

    var agreement: CurveAgreement? {
        guard case .done(let agreement) = state else { return nil }
        return agreement
    }

    mutating func begin() -> [UInt8]? { nil }

    mutating func take(_ command: ZMTPCommand) throws(ZMTPViolation) -> [UInt8]? {
        switch state {
        case .awaitingHello where command.name == "HELLO": return try welcome(command)
        case .awaitingInitiate(let session) where command.name == "INITIATE": return try ready(command, session)
        default: throw .malformedCommand
        }
    }

    private mutating func welcome(_ hello: ZMTPCommand) throws(ZMTPViolation) -> [UInt8] {
        var fields = CommandFields(hello.data)
        guard try fields.take(2) == [1, 0] else { throw .versionTooOld }
        _ = try fields.take(Self.paddingLength)
        let client = try fields.takeKey()
        let number = try fields.takeNumber()
        let signature = try fields.take(Self.signatureLength + CurveBox.overhead)
        try fields.end()
        let box = try keys.shared(with: client)
        let zeros = try box.open(signature, nonce: CurveNonce.make("CurveZMQHELLO---", number))
        guard zeros.allSatisfy({ $0 == 0 }) else { throw .malformedCommand }

        let session = Session(
            client: client,
            keys: .make(),
            cookie: CurveBox.random(Self.cookieLength),
            lastReceived: number
        )
        state = .awaitingInitiate(session)
        let random = CurveBox.random(CurveNonce.randomLength)
        let content = session.keys.publicKey.bytes + session.cookie
        return self.command("WELCOME", random, box.seal(content, nonce: CurveNonce.make("WELCOME-", random)))
    }

    private mutating func ready(_ initiate: ZMTPCommand, _ session: Session) throws(ZMTPViolation) -> [UInt8] {
        var fields = CommandFields(initiate.data)
        guard try fields.take(Self.cookieLength) == session.cookie else { throw .wrongKey }
        let number = try fields.takeNumber()
        guard number > session.lastReceived else { throw .malformedCommand }
        let box = try session.keys.shared(with: session.client)
        var content = CommandFields(
            try box.open(fields.takeAll(), nonce: CurveNonce.make("CurveZMQINITIATE", number))
        )
        let client = try content.takeKey()
        try checkVouch(
            of: client,
            try content.take(CurveNonce.randomLength + 2 * CurveKey.byteCount + CurveBox.overhead),
            session
        )
        guard isKnown(client) else { throw .unknownKey }
        try check(content.takeAll())

        let sent: UInt64 = 1
        state = .done(
            CurveAgreement(box: box, peer: client, isServer: true, lastSent: sent, lastReceived: number)
        )
        let sealed = box.seal(metadata, nonce: CurveNonce.make("CurveZMQREADY---", sent))
        return command("READY", CurveNonce.make("", sent), sealed)
    }

    /// The client shows that its key for good belongs to the keys of this connection.
    private func checkVouch(of client: CurveKey, _ vouch: [UInt8], _ session: Session) throws(ZMTPViolation) {
        var fields = CommandFields(vouch)
        let random = try fields.take(CurveNonce.randomLength)
        let box = try session.keys.shared(with: client)
        var content = CommandFields(try box.open(fields.takeAll(), nonce: CurveNonce.make("VOUCH---", random)))
        guard try content.takeKey() == session.client, try content.takeKey() == keys.publicKey else { throw .wrongKey }
    }
}
