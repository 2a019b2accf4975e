package import Contracts
import ServiceKit
import Storage

extension AuthService {
    /// The time for hashing the passwords of all demo accounts, in milliseconds: seconds at the highest cost.
    private static let hashingMs = 60_000
    /// As many random bytes as a key has: the password is never used, and must not be guessed.
    private static let passwordBytes = 32

    /// Creates the accounts of a demonstration in an empty database, if the setting asks for them.
    ///
    /// Nothing changes if they are there already. Their passwords are random and not stored, so that the only way in is
    /// ``loginDemo(_:_:)``.
    ///
    /// - Throws: `PermanentFailure` if the database has accounts of real users, and none of a demonstration.
    package func prepareDemo() async throws {
        guard settings.isDemo else { return }
        if try await store.read({ try $0.hasDemoAccounts() }) { return }
        var accounts: [(demo: DemoAccount, account: Account)] = []
        for demo in DemoAccount.all {
            let password = Base64URL.text(RandomBytes.make(count: Self.passwordBytes))
            let hash = try await passwords.hash(
                password,
                for: .client(demo.email),
                before: .after(milliseconds: Self.hashingMs)
            )
            let account = Account(id: .make(), email: demo.email, name: demo.name, passwordHash: hash, roles: [.user])
            accounts.append((demo, account))
        }
        let (nowS, made) = (nowS, accounts)
        let isMade = try await store.write { transaction in
            guard try !transaction.reader.hasAccounts() else { return false }
            for (demo, account) in made {
                guard try transaction.insert(account, at: nowS) else {
                    throw ServiceError(.internalError, "An empty database has the account \(account.email).")
                }
                try transaction.insert(demo, of: account.id)
                try transaction.emit(AccountCreated(name: account.name, profile: ProfileChange()), of: account.id)
            }
            return true
        }
        guard isMade else {
            throw PermanentFailure(
                """
                This data directory has accounts of users, so it cannot become a demonstration, in which anyone may \
                sign in. Start without --demo, or give another directory with --data.
                """
            )
        }
    }

    /// Returns the accounts that the server offers to anyone; nil unless it is a demonstration.
    var demoAccounts: [DemoAccount]? { settings.isDemo ? DemoAccount.all : nil }

    /// Signs in as an account of the demonstration, without a password.
    ///
    /// - Throws: `forbidden` unless the server is a demonstration; `notFound` for another account.
    package func loginDemo(_ request: AuthLoginDemo, _ context: RequestContext) async throws -> Session {
        guard settings.isDemo else {
            throw ServiceError(
                .forbidden,
                "This server is no demonstration: sign in with an e-mail address and a password."
            )
        }
        let (nowS, lifetimes, device) = (nowS, lifetimes, Device.name(of: request.device))
        let signIn = try await store.write(context) { transaction in
            guard let account = try transaction.reader.demoAccount(request.account) else {
                let names = DemoAccount.all.map(\.account).joined(separator: ", ")
                throw ServiceError(.notFound, "The demonstration has no such account. It has \(names).")
            }
            guard !account.isDisabled else { throw Self.accountDisabled }
            let signIn = SignIn(account: account, session: .make(), token: .make())
            try transaction.begin(signIn, on: device, lifetimes, at: nowS)
            return signIn
        }
        let client = NetworkClient(request.client, context)
        security.record(.loginSucceeded(user: signIn.account.id, session: signIn.session), context, client)
        return try await issue(signIn)
    }
}

extension SQLReader {
    fileprivate func hasAccounts() throws -> Bool { try row("SELECT 1 FROM account LIMIT 1") != nil }

    fileprivate func hasDemoAccounts() throws -> Bool { try row("SELECT 1 FROM demo_account LIMIT 1") != nil }

    /// Returns the account of a demonstration; nil if there is none.
    fileprivate func demoAccount(_ name: String) throws -> Account? {
        let user: String? = try scalar("SELECT account_id FROM demo_account WHERE name = ?", [name])
        return try user.flatMap { UserID($0) }.flatMap { try account($0) }
    }
}

extension SQLTransaction {
    fileprivate func insert(_ demo: DemoAccount, of user: UserID) throws {
        try execute("INSERT INTO demo_account (name, account_id) VALUES (?, ?)", [demo.account, user.description])
    }
}
