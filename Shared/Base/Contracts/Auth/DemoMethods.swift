/// An account of a demonstration, in which anyone may sign in without a password.
public struct DemoAccount: Codable, Sendable, Equatable {
    /// Selects the account in ``AuthLoginDemo``.
    public var account: String
    /// The name of its user.
    public var name: String

    public init(account: String, name: String) {
        self.account = account
        self.name = name
    }
}

extension DemoAccount {
    /// The accounts of every demonstration; the first one is the one that an app offers.
    package static let all = [
        DemoAccount(account: "anna", name: "Anna"),
        DemoAccount(account: "bohdan", name: "Bohdan"),
        DemoAccount(account: "chaiya", name: "Chaiya"),
    ]

    /// The address of the account; mail to the domain cannot be delivered (RFC 2606).
    package var email: String { "\(account)@demo.invalid" }
}

/// Signs in as an account of the demonstration, without a password.
///
/// Only a server with the setting `demo` has such accounts; `demoAccounts` of `GET /v1/meta` lists them. Every other
/// server refuses the request.
public struct AuthLoginDemo: Contract {
    public typealias Reply = Session

    public static let method = Method("auth.login.demo", of: .auth, .singleWrite, .anyone).route(
        .post,
        "/v1/auth/login/demo",
        "Signs in as an account of the demonstration, on servers that are one.",
        gatewayFields: ["client", "device"],
        errors: [.forbidden, .notFound, .accountDisabled, .tooManyRequests],
        isSpecial: true
    )

    /// In characters: a name of ``DemoAccount``.
    public static let accountLength = 1...32

    public static let rules: Rules<Self> = [.length(\.account, accountLength)]

    /// The `account` of a ``DemoAccount``.
    public var account: String
    /// The caller's `User-Agent`.
    public var device: String?
    /// The caller's network address as the gateway sees it; never accepted from an HTTP body.
    public var client: String?

    public init(account: String, device: String? = nil, client: String? = nil) {
        self.account = account
        self.device = device
        self.client = client
    }
}

extension API {
    /// The contracts of this file.
    static let demoMethods: [any Contract.Type] = [AuthLoginDemo.self]
}
