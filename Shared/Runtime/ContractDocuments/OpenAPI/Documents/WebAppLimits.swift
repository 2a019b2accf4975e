import Contracts

/// The limits of requests that the web app checks before it sends, and the scopes that it offers, as a module of
/// JavaScript.
///
/// Each is what a rule demands, so the app and the services cannot have different ones.
package struct WebAppLimits {
    private static let heading = """
        // Written by scripts/contracts from the rules of Shared/Base/Contracts; change these and run it again.
        // Both ends of a range are valid. Lengths are numbers of characters.


        """

    private let constants: [Constant]

    /// Reads the limits of this version.
    ///
    /// - Throws: ``RuleFault`` for faulty rules, and for a field without exactly one range.
    package init() throws {
        constants = try Self.body() + Self.account() + Self.diary() + Self.foods() + Self.administration()
    }

    /// The text of `Clients/Web/core/limits.js`.
    package var text: String {
        Self.heading + constants.map { "/** \($0.subject). */\nexport const \($0.name) = \($0.value);\n" }.joined()
            + Self.scopes
    }

    private static var scopes: String {
        """
        /** The permissions of personal access tokens.
         * @type {import("../types.d.ts").Scope[]} */
        export const SCOPES = [
        \(Scope.allCases.map { "  \"\($0.rawValue)\",\n" }.joined())];

        """
    }

    private static func body() throws -> [Constant] {
        [
            try Constant("AGE", \CalculatorTarget.age),
            try Constant("HEIGHT_CM", \ProfileUpdate.change.heightCm),
            try Constant("WEIGHT_KG", \ProfileUpdate.change.weightKg),
            Constant("WAIST_CM", of: .waist),
            Constant("SLEEP_MINUTES", of: .sleep),
            Constant("STEPS", of: .steps),
            Constant("EXERCISE_KCAL", of: .activeEnergy),
            try Constant("MEASUREMENTS_LIMIT", \ProfileMeasurementsList.limit),
            try Constant("TARGET_KCAL", \ProfileTargetsSet.dailyKcal),
        ]
    }

    private static func account() throws -> [Constant] {
        [
            try Constant("NAME_LENGTH", \AuthRegister.name),
            try Constant("PASSWORD_LENGTH", \AuthRegister.password),
            try Constant("DISLIKE_LENGTH", \ProfileUpdate.change.dislikes, suffix: "[]"),
            try Constant("TOKEN_NAME_LENGTH", \AuthTokensMake.name),
            try Constant("GROUP_NAME_LENGTH", \LeaderboardGroupsAdd.name),
        ]
    }

    private static func diary() throws -> [Constant] {
        [
            try Constant("ENTRY_GRAMS", \DiaryEntriesAdd.amount.grams),
            try Constant("DAY_NOTE_LENGTH", \DiaryNoteSet.text),
        ]
    }

    private static func foods() throws -> [Constant] {
        [
            try Constant("FOOD_QUERY_LENGTH", \CatalogSearch.q),
            try Constant("FOOD_NAME_LENGTH", \CatalogFoodsAdd.fields.name),
            try Constant("BRAND_LENGTH", \CatalogFoodsAdd.fields.brand),
            try Constant("RECIPE_NAME_LENGTH", \CatalogRecipesAdd.fields.name),
            try Constant("RECIPES_LIMIT", \CatalogRecipesList.limit),
            try Constant("REPORT_LENGTH", \CatalogReportsAdd.text),
        ]
    }

    private static func administration() throws -> [Constant] {
        [
            try Constant("USER_QUERY_LENGTH", \AuthAdminUsersList.q),
            try Constant("INVITATION_USES", \AuthAdminInvitationsMake.uses),
            try Constant("INVITATION_DAYS", \AuthAdminInvitationsMake.days),
            try Constant("INVITATION_NOTE_LENGTH", \AuthAdminInvitationsMake.note),
        ]
    }
}

/// A range with the name that the web app has for it.
private struct Constant {
    let name: String
    /// The field with the range, as documents name it.
    let subject: String
    /// The range as an object of JavaScript.
    let value: String

    /// Reads the range of a field's value or length from the rules of a request.
    ///
    /// - Parameters:
    ///   - name: The name in JavaScript.
    ///   - path: The field.
    ///   - suffix: `[]` for the items of a list.
    /// - Throws: ``RuleFault`` for faulty rules, and for a field without exactly one range.
    init<Request: Contract, Field: RuleField & Sendable>(
        _ name: String,
        _ path: any KeyPath<Request, Field> & Sendable,
        suffix: String = ""
    ) throws {
        let constraints = try Request.rules.constraints(of: path, suffix: suffix)
        let values = constraints.compactMap { Self.value(of: $0.constraint) }
        guard values.count == 1, let field = constraints.first?.fields.first else {
            throw RuleFault("\(name): the rules of \(Request.self) have \(values.count) ranges for the field, not one.")
        }
        (self.name, subject, value) = (name, "`\(field)` of \(Self.route(of: Request.self))", values[0])
    }

    /// Takes the range of a kind of measurement, which the rule of its value checks.
    init(_ name: String, of kind: MeasurementKind) {
        let route = Self.route(of: ProfileMeasurementsAdd.self)
        self.name = name
        subject = "`value` of \(route) with the kind `\(kind.rawValue)`"
        value = Self.object(kind.range)
    }

    private static func value(of constraint: Constraint) -> String? {
        switch constraint {
        case .range(let range): object(range)
        case .length(let range): object(range)
        default: nil
        }
    }

    private static func object(_ range: ClosedRange<some RuleNumber>) -> String {
        "{ min: \(range.lowerBound.ruleText), max: \(range.upperBound.ruleText) }"
    }

    private static func route(of contract: any Contract.Type) -> String {
        contract.http.map { "`\($0.verb.rawValue) \($0.path)`" } ?? "`\(contract.method.name)`"
    }
}
