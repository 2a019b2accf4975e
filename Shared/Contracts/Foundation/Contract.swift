/// The request of one method: what it is called, who answers it, what may happen to it, and its reply.
///
/// A contract is the whole of what two processes know of each other.
package protocol Contract: Codable, Sendable {
    /// What a successful call answers.
    associatedtype Reply: Codable & Sendable

    /// Name, service, effect, access and time-out of the method.
    static var method: Method { get }
}

/// What is fixed about a method, whatever it is called with.
package struct Method: Sendable, Hashable {
    /// What a call does, which decides whether it may be sent a second time.
    package enum Effect: String, Codable, Sendable, CaseIterable {
        /// Changes nothing: may be repeated.
        case read
        /// Changes something under an idempotency key: may be repeated, takes effect once.
        case keyedWrite
        /// Changes something that no key protects: never sent twice.
        case singleWrite
    }

    /// Who may call.
    package enum Access: String, Codable, Sendable, CaseIterable {
        /// Anybody, signed in or not.
        case anyone
        /// A signed-in user; the principal says which.
        case user
        /// Mealwire's own processes, for no user in particular.
        case services
        /// The person who runs the set, by a process of the broker's own user; see ``Method/isForOperator(_:)``.
        case `operator`
    }

    /// The time a call has when the caller names none, in milliseconds: long enough for a grace of two seconds
    /// during a rolling restart, short enough that a person still waits.
    package static let defaultTimeoutMs = 5_000

    package let name: String
    package let service: ServiceName
    package let effect: Effect
    package let access: Access
    package let timeoutMs: Int

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

    /// Whether a method is for who runs the set alone, by its name: the broker, which knows no contracts, has to tell them
    /// apart before anybody answers.
    package static func isForOperator(_ name: String) -> Bool { name.contains(".operator.") }

    /// Whether a request may be sent again, under the same id, when its first fate is unknown.
    package var repeatable: Bool { effect != .singleWrite }
}

/// The name under which a service registers with the broker.
package struct ServiceName: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    package static let auth = Self(rawValue: "auth")
    package static let profile = Self(rawValue: "profile")
    package static let calculator = Self(rawValue: "calorie-calculator")
    package static let catalog = Self(rawValue: "food-catalog")
    package static let diary = Self(rawValue: "diary")
    package static let leaderboard = Self(rawValue: "leaderboard")
    /// The calculator's heavy methods, in the same process.
    package static let calculatorBatch = Self(rawValue: "calorie-calculator-batch")

    /// The calculator's menus, apart from the batches: one may take seconds.
    package static let calculatorPlan = Self(rawValue: "calorie-calculator-plan")

    /// The diary's making of menus, for which it waits.
    package static let diaryPlans = Self(rawValue: "diary-plans")

    /// The diary's reading of files of other diaries.
    package static let diaryImports = Self(rawValue: "diary-imports")

    /// The catalogue's taking in of whole sources, beside searches.
    package static let catalogImports = Self(rawValue: "food-catalog-imports")

    /// The catalogue's questions to sources outside, which may be slow or away.
    package static let catalogRemote = Self(rawValue: "food-catalog-remote")

    /// The services, each with a process of its own.
    package static let all: [ServiceName] = [.auth, .profile, .calculator, .catalog, .diary, .leaderboard]

    /// Second names of services, for methods that take long: they have a queue and a capacity of their own, and so never
    /// stand in front of light ones.
    package static let heavy: [ServiceName] = [
        .calculatorBatch, .calculatorPlan, .diaryPlans, .diaryImports, .catalogImports, .catalogRemote,
    ]

    /// Every name that Mealwire uses; nobody else may register these.
    package static let reserved = all + heavy

    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package var description: String { rawValue }

    /// The service whose process answers under this name: a heavy name begins with its service's.
    package var owner: ServiceName {
        guard Self.heavy.contains(self) else { return self }
        return Self.all.first { rawValue.hasPrefix($0.rawValue + "-") } ?? self
    }
}

/// A reply or a request without fields: `{}`.
package struct Empty: Codable, Sendable, Equatable {
    package init() {}
}
