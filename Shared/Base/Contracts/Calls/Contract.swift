/// The request of a method, with the method's properties and its reply type.
///
/// Processes know nothing else about each other.
public protocol Contract: Codable, Sendable {
    /// The reply to a successful call.
    associatedtype Reply: Codable & Sendable

    /// Name, service, effect, access, time-out and route of the method.
    static var method: Method { get }

    /// What the values of a request must satisfy, checked after decoding and before the handler; none by default.
    static var rules: Rules<Self> { get }
}

extension Contract {
    /// How the method is called over HTTP; nil for a method that only processes call.
    public static var http: HTTPBinding? { method.http }
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
    /// The role that the signed-in user needs; nil if each user may call the method, or none.
    ///
    /// An admin has the rights of staff. Workers check the role before they decode a request.
    public let role: Role?
    public let timeoutMs: Int
    /// How the method is called over HTTP; nil for a method that only processes call.
    public internal(set) var http: HTTPBinding?

    package init(
        _ name: String,
        of service: ServiceName,
        _ effect: Effect,
        _ access: Access,
        role: Role? = nil,
        timeoutMs: Int = Method.defaultTimeoutMs
    ) {
        self.name = name
        self.service = service
        self.effect = effect
        self.access = access
        self.role = role
        self.timeoutMs = timeoutMs
    }

    /// Names of methods are unique.
    public static func == (method: Method, other: Method) -> Bool { method.name == other.name }

    public func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// Whether a request may be sent again, under the same id, if the outcome of the first attempt is unknown.
    public var retryable: Bool { effect != .singleWrite }
}

/// A reply or a request without fields: `{}`.
public struct Empty: Codable, Sendable, Equatable {
    public init() {}
}
