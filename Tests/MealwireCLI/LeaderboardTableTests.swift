import Contracts
import MealwireCLI
import Testing

struct LeaderboardTableTests {
    private static func board(_ id: String, _ people: Int, _ digest: String) -> LeaderboardOperatorStatus.BoardDigest {
        .init(id: id, people: people, digest: digest)
    }

    @Test func `each board is listed with the result of its comparison`() {
        let before = [Self.board("week.streak", 2, "0123456789abcdef"), Self.board("week.logged", 2, "aa")]
        let after = [Self.board("week.streak", 2, "0123456789abcdef"), Self.board("week.logged", 2, "bb")]
        let table = LeaderboardTable(before: before, after: after)
        #expect(table.changed == ["week.logged"])
        #expect(
            table.text == """
                BOARD        DIGEST        CHECK     PEOPLE
                week.streak  0123456789ab  the same       2
                week.logged  bb            differs        2
                """
        )
    }

    @Test func `without earlier boards nothing is compared`() {
        let table = LeaderboardTable(before: nil, after: [Self.board("week.streak", 12, "aa")])
        #expect(table.changed.isEmpty)
        #expect(table.text == "BOARD        DIGEST  PEOPLE\nweek.streak  aa          12")
    }
}
