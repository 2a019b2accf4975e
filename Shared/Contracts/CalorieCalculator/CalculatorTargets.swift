/// Calculates the energy targets of many people at once, for Mealwire's own processes.
package struct CalculatorTargets: Contract {
    /// One outcome per person, in the order of the request.
    package struct Reply: Codable, Sendable, Equatable {
        package var items: [Outcome]

        package init(items: [Outcome]) {
            self.items = items
        }
    }

    /// The target of one person, or the error.
    package struct Outcome: Codable, Sendable, Equatable {
        @Nullable package var target: EnergyTarget?
        @Nullable package var error: ServiceError?

        package init(target: EnergyTarget) {
            _target = Nullable(wrappedValue: target)
            _error = Nullable(wrappedValue: nil)
        }

        package init(error: ServiceError) {
            _target = Nullable(wrappedValue: nil)
            _error = Nullable(wrappedValue: error)
        }
    }

    package static let method = Method("calculator.targets", of: .calculatorBatch, .read, .services)

    /// Number of people per request: their outcomes fit into a page of 512 KiB even if all fields are invalid.
    package static let peopleCounts = 1...256

    package var people: [CalculatorTarget]

    package init(people: [CalculatorTarget]) {
        self.people = people
    }
}
