package import Contracts

/// The HTTP interface as data: OpenAPI, TypeScript types and the page `/docs` are written from it.
package struct HTTPModel: Sendable {
    /// The operations, by area and path.
    package let operations: [HTTPOperation]
    /// The named schemas.
    package let components: [String: Schema]

    /// Describes contracts with a binding, and special routes.
    ///
    /// A route of the same method and path as a binding describes its operation instead.
    ///
    /// - Parameters:
    ///   - contracts: Contracts; those without a binding are left out.
    ///   - routes: Routes that are no call of one method.
    ///   - rules: The rules of a contract.
    /// - Throws: `ShapeRecorder.Refusal` for a type that cannot be recorded.
    package init(
        contracts: [any Contract.Type],
        routes: [RouteDescription],
        rules: (any Contract.Type) throws -> [FieldConstraint]
    ) throws {
        let maker = OperationMaker()
        let described = Set(routes.map { "\($0.verb) \($0.path)" })
        let called = contracts.filter { contract in
            contract.http.map { !described.contains("\($0.verb) \($0.path)") } ?? false
        }
        for contract in called { try maker.record(contract) }
        for route in routes { try maker.record(route) }
        try maker.recordCommon()
        // Replies come first, so that types of both get a second component for requests.
        maker.makeReplies()
        let made =
            try called.compactMap { try maker.operation(of: $0, rules: try rules($0)) }
            + routes.map { try maker.operation(of: $0, rules: rules) }
        let order = APIArea.all
        operations = made.sorted { left, right in
            let areas = (order.firstIndex(of: left.area) ?? 0, order.firstIndex(of: right.area) ?? 0)
            return (areas.0, left.path, left.verb.order) < (areas.1, right.path, right.verb.order)
        }
        components = maker.components
    }

    /// Describes the HTTP interface of this version.
    ///
    /// - Returns: All operations.
    /// - Throws: `ShapeRecorder.Refusal` for a type that cannot be recorded.
    package static func current() throws -> HTTPModel {
        try HTTPModel(contracts: API.contracts, routes: SpecialRoutes.all, rules: { try $0.constraints() })
    }

    /// Returns a schema with references replaced, up to a depth.
    package func resolved(_ schema: Schema) -> Schema {
        guard case .reference(let name) = schema.kind, var target = components[name] else { return schema }
        target.isNullable = target.isNullable || schema.isNullable
        target.constraints += schema.constraints
        return target
    }
}

extension HTTPBinding.Verb {
    /// The usual order of methods on one path.
    fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
