import Contracts
import Gateway
import HTTPTypes

/// Compares the routes of a gateway with the access matrix.
struct AccessAudit {
    let routes: [ListedRoute]
    let rules: [AccessRule]
    /// Routes for users that reject personal access tokens.
    let closedToTokens: Set<String>

    static func text(_ route: ListedRoute) -> String { "\(route.httpMethod.rawValue) \(route.path)" }

    /// One message for each difference, sorted; empty when both agree.
    var findings: [String] {
        (unlisted + unknown + doubled + internalRoutes + disagreements + roles + scopes).sorted()
    }

    private var unlisted: [String] {
        let listed = Set(rules.map(\.route))
        return routes.map(Self.text).filter { !listed.contains($0) }.map { "\($0) is not in the matrix" }
    }

    private var unknown: [String] {
        let there = Set(routes.map(Self.text))
        return Set(rules.map(\.route)).subtracting(there).map { "\($0) is not a route" }
    }

    private var doubled: [String] {
        Dictionary(grouping: routes.map(Self.text)) { $0 }.filter { $0.value.count > 1 }.keys.map {
            "\($0) is registered twice"
        }
    }

    private var internalRoutes: [String] {
        routes.filter { $0.access != .anyone && $0.access != .user }
            .map { "\(Self.text($0)) is for the stack's own processes or its operator" }
    }

    private var disagreements: [String] {
        routes.flatMap { route in
            rules.filter { $0.route == Self.text(route) }.flatMap { rule in
                [
                    route.access == (rule.isOpen ? .anyone : .user)
                        ? nil : "\(rule.route) has another audience in the matrix",
                    route.scope == rule.scope
                        ? nil
                        : "\(rule.route) needs the scope \(Self.name(route.scope)), and the matrix says \(Self.name(rule.scope))",
                ].compactMap { $0 }
            }
        }
    }

    private var roles: [String] {
        routes.compactMap { route in
            // A route of staff may have requests that only admins may make.
            let wanted = rules.filter { $0.route == Self.text(route) }.map(\.role)
            let least = wanted.contains(nil) ? nil : wanted.contains(.staff) ? .staff : wanted.first ?? nil
            guard !wanted.isEmpty, route.role != least else { return nil }
            let names = (route: Self.name(route.role), matrix: Self.name(least))
            return "\(Self.text(route)) needs the role \(names.route), and the matrix says \(names.matrix)"
        }
    }

    private var scopes: [String] {
        routes.filter { $0.access == .user }.compactMap { route in
            let isClosed = closedToTokens.contains(Self.text(route))
            guard isClosed == (route.scope != nil) else { return nil }
            return isClosed
                ? "\(Self.text(route)) names a scope and is closed to tokens" : "\(Self.text(route)) names no scope"
        }
    }

    private static func name(_ role: Role?) -> String { role?.rawValue ?? "none" }

    private static func name(_ scope: Scope?) -> String { scope?.rawValue ?? "none" }
}
