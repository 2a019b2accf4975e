extension ServiceName {
    package static let calculator = Self(rawValue: "calorie-calculator")

    /// The calculator's bulk methods, in the same process.
    package static let calculatorBatch = Self(rawValue: "calorie-calculator-batch")

    /// The calculator's menus, separate from the batches: one may take seconds.
    package static let calculatorPlan = Self(rawValue: "calorie-calculator-plan")
}

extension ServiceDescription {
    static let calculator = ServiceDescription(
        .calculator,
        "calorie calculator",
        bulkNames: [.calculatorBatch, .calculatorPlan],
        hasDatabase: false,
        hasInstances: true,
        contracts: [
            API.calculatorTarget, API.calculatorProjection, API.calculatorPlan, API.calculatorAlternatives,
        ],
        needs: Needs(memoryMiB: 256, "A plan, the largest request, takes tens of megabytes in GLPK.")
    )
}
