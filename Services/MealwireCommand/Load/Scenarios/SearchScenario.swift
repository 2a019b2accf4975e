package import Contracts

/// Simulates many users that search for foods.
package final class SearchScenario: LoadScenario {
    /// The number of results on one screen.
    static let limit = 20

    package let actions = ["search"]
    private var random: SeededGenerator
    private var typings: [Typing]

    package init(people: Int, random: SeededGenerator) {
        typings = Array(repeating: Typing(), count: max(1, people))
        self.random = random
    }

    package func next(hour: Double?) -> LoadCall {
        let person = Int.random(in: typings.indices, using: &random)
        return Self.search(typings[person].type(&random), person, action: 0)
    }

    package func answered(_ call: LoadCall, isGood: Bool) {}

    static func search(_ text: String, _ person: Int, action: Int?, keepsBody: Bool = false) -> LoadCall {
        LoadCall(
            CatalogSearch.method,
            "GET",
            "/v1/foods",
            [.query("q", text), .query("limit", limit)],
            action: action,
            person: person,
            keepsBody: keepsBody
        )
    }
}
