/// The client's side of the handshake of CurveZMQ: HELLO, WELCOME, INITIATE, READY.
struct CurveClientHandshake: CurveHandshake {
    private enum State {
        case awaitingWelcome
        case awaitingReady(CurveBox)
        case done(CurveAgreement)
    }

    private static let cookieLength = 96
    /// The anti-amplification padding of HELLO, which makes it longer than the WELCOME that it asks for.
    private static let padding = [UInt8](repeating: 0, count: 72)
    private static let signature = [UInt8](repeating: 0, count: 64)
    private static let numbers: (hello: UInt64, initiate: UInt64) = (1, 2)

    private let keys: CurveKeyPair
    private let server: CurveKey
    /// The keys of this connection alone.
    private let connectionKeys = CurveKeyPair.make()
    private let metadata: [UInt8]
    private let check: @Sendable (_ metadata: [UInt8]) throws(ZMTPViolation) -> Void
    private var state = State.awaitingWelcome

    /// Makes the client's side.
    ///
    /// - Parameters:
    ///   - keys: The client's own.
    ///   - server: The key that the server must have.
    ///   - metadata: What INITIATE tells the server.
    ///   - check: Judges what the server tells of itself.
    init(
        _ keys: CurveKeyPair,
        server: CurveKey,
        metadata: [UInt8],
        check: @escaping @Sendable (_ metadata: [UInt8]) throws(ZMTPViolation) -> Void
    ) {
        self.keys = keys
        self.server = server
        self.metadata = metadata
        self.check = check
    }

    var agreement: CurveAgreement? {
        guard case .done(let agreement) = state else { return nil }
        return agreement
    }

    mutating func begin() throws(ZMTPViolation) -> [UInt8]? {
        let number = Self.numbers.hello
        let box = try connectionKeys.shared(with: server)
        return command(
            "HELLO",
            [1, 0],
            Self.padding,
            connectionKeys.publicKey.bytes,
            CurveNonce.make("", number),
            box.seal(Self.signature, nonce: CurveNonce.make("CurveZMQHELLO---", number))
        )
    }

    mutating func take(_ command: ZMTPCommand) throws(ZMTPViolation) -> [UInt8]? {
        switch state {
        case .awaitingWelcome where command.name == "WELCOME": return try initiate(command)
        case .awaitingReady(let box) where command.name == "READY":
            try finish(command, box)
            return nil
        default: throw .malformedCommand
        }
    }

    private mutating func initiate(_ welcome: ZMTPCommand) throws(ZMTPViolation) -> [UInt8] {
        var fields = CommandFields(welcome.data)
        let random = try fields.take(CurveNonce.randomLength)
        let opened = try connectionKeys.shared(with: server)
            .open(fields.takeAll(), nonce: CurveNonce.make("WELCOME-", random))
        var content = CommandFields(opened)
        let serverConnectionKey = try content.takeKey()
        let cookie = try content.take(Self.cookieLength)
        try content.end()

        let box = try connectionKeys.shared(with: serverConnectionKey)
        state = .awaitingReady(box)
        let sealed = box.seal(
            keys.publicKey.bytes + (try vouch(to: serverConnectionKey)) + metadata,
            nonce: CurveNonce.make("CurveZMQINITIATE", Self.numbers.initiate)
        )
        return command("INITIATE", cookie, CurveNonce.make("", Self.numbers.initiate), sealed)
    }

    /// Shows that the keys of this connection belong to the holder of the client's key for good.
    private func vouch(to serverConnectionKey: CurveKey) throws(ZMTPViolation) -> [UInt8] {
        let random = CurveBox.random(CurveNonce.randomLength)
        let content = connectionKeys.publicKey.bytes + server.bytes
        let box = try keys.shared(with: serverConnectionKey)
        return random + box.seal(content, nonce: CurveNonce.make("VOUCH---", random))
    }

    private mutating func finish(_ ready: ZMTPCommand, _ box: CurveBox) throws(ZMTPViolation) {
        var fields = CommandFields(ready.data)
        let number = try fields.takeNumber()
        try check(try box.open(fields.takeAll(), nonce: CurveNonce.make("CurveZMQREADY---", number)))
        state = .done(
            CurveAgreement(
                box: box,
                peer: server,
                isServer: false,
                lastSent: Self.numbers.initiate,
                lastReceived: number
            )
        )
    }
}
