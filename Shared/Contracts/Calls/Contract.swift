/// The request of a method, with the method's properties and its reply type.
///
/// Processes know nothing else about each other.
public protocol Contract: Codable, Sendable {
    /// The reply to a successful call.
    associatedtype Reply: Codable & Sendable

    /// Name, service, effect, access and time-out of the method.
    static var method: Method { get }

    /// How the method is called over HTTP; nil, the default, for a method that only processes call.
    ///
    /// Declare it with its type, `static let http: HTTPBinding?`: a property of the type `HTTPBinding` does not count.
    static var http: HTTPBinding? { get }

    /// What the values of a request must satisfy, checked after decoding and before the handler; none by default.
    static var rules: Rules<Self> { get }
}

extension Contract {
    public static var http: HTTPBinding? { nil }
}

/// The fixed properties of a method.
public struct Method: Sendable, Hashable {
    /// The effect of a call, which decides whether it may be retried.
    public enum Effect: String, Codable, Sendable, CaseIterable {
        /// Changes nothing: may be retried.
        case read
        /// Changes something under an idempotency key: may be retried and takes effect once.
        case keyedWrite
        /// Changes something without an idempotency key: never sent twice.
        case singleWrite
    }

    /// The permitted callers.
    public enum Access: String, Codable, Sendable, CaseIterable {
        /// Any caller, signed in or not.
        case anyone
        /// A signed-in user, named by the principal.
        case user
        /// Mealwire's own processes, without a particular user.
        case services
        /// The operator of the stack, through a process of the broker's own user; see ``API/isForOperator(_:)``.
        case `operator`
    }

    /// The default time-out of a call, in milliseconds.
    ///
    /// Long enough for the two seconds of unavailability allowed in a rolling restart, short enough for a waiting user.
    public static let defaultTimeoutMs = 5_000
    /// The longest payload of one message, in bytes.
    ///
    /// Larger results are sent in pages.
    public static let payloadBytesMax = 1 << 20

    public let name: String
    package let service: ServiceName
    public let effect: Effect
    public let access: Access
    public let timeoutMs: Int

    package init(
        _ name: String,
        of service: ServiceName,
        _ effect: Effect,
        _ access: Access,
        timeoutMs: Int = Method.defaultTimeoutMs
    ) {
        self.name = name
        self.service = service
        self.effect = effect
        self.access = access
        self.timeoutMs = timeoutMs
    }

    /// Whether a request may be sent again, under the same id, if the outcome of the first attempt is unknown.
    public var retryable: Bool { effect != .singleWrite }
}

/// The name under which a service registers with the broker.
package struct ServiceName: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    package static let auth = Self(rawValue: "auth")
    package static let profile = Self(rawValue: "profile")
    package static let calculator = Self(rawValue: "calorie-calculator")
    package static let catalog = Self(rawValue: "food-catalog")
    package static let diary = Self(rawValue: "diary")
    package static let leaderboard = Self(rawValue: "leaderboard")
    /// The calculator's bulk methods, in the same process.
    package static let calculatorBatch = Self(rawValue: "calorie-calculator-batch")

    /// The calculator's menus, separate from the batches: one may take seconds.
    package static let calculatorPlan = Self(rawValue: "calorie-calculator-plan")

    /// The diary's method that makes menus and waits for the calculator.
    package static let diaryPlans = Self(rawValue: "diary-plans")

    /// The diary's import of files.
    package static let diaryImports = Self(rawValue: "diary-imports")

    /// The catalog's import of sources, separate from searches.
    package static let catalogImports = Self(rawValue: "food-catalog-imports")

    /// The catalog's queries of external sources, which may be slow or unavailable.
    package static let catalogRemote = Self(rawValue: "food-catalog-remote")

    /// The services, each with a process of its own.
    package static let all: [ServiceName] = [.auth, .profile, .calculator, .catalog, .diary, .leaderboard]

    /// Second names of services, for long-running methods.
    ///
    /// They have a queue and a capacity of their own, so they never delay other methods.
    package static let bulk: [ServiceName] = [
        .calculatorBatch, .calculatorPlan, .diaryPlans, .diaryImports, .catalogImports, .catalogRemote,
    ]

    /// All names that Mealwire uses; external processes may not register them.
    package static let reserved = all + bulk

    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package var description: String { rawValue }

    /// The service that this name belongs to: a bulk name begins with its service's.
    package var owner: ServiceName {
        guard Self.bulk.contains(self) else { return self }
        return Self.all.first { rawValue.hasPrefix($0.rawValue + "-") } ?? self
    }
}

/// A reply or a request without fields: `{}`.
public struct Empty: Codable, Sendable, Equatable {
    public init() {}
}
