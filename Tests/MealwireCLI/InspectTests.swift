import CommandSupport
import ContractDocuments
import Contracts
import MealwireCLI
import Observability
import Testing

/// The output of `mealwire call` and `mealwire status`.
@Suite struct InspectTests {
    @Test func `JSON is printed with one line for each value, otherwise unchanged`() {
        let json = #"{"a":[1.50,{}, [] ],"text":"{\"b\": [1,2]\\","c":{"d":null}}"#
        let expected = #"""
            {
              "a": [
                1.50,
                {},
                []
              ],
              "text": "{\"b\": [1,2]\\",
              "c": {
                "d": null
              }
            }
            """#
        #expect(PrettyJSON.text(Array(json.utf8)) == expected)
        #expect(PrettyJSON.text(Array(expected.utf8)) == expected)
    }

    @Test func `a mistyped name yields the intended one`() {
        let names = KnownMethods.all.map(\.name)
        #expect(NameSuggestions.of("diary.dya", among: names).first == "diary.day")
        #expect(NameSuggestions.of("catalgo.serach", among: names).first == "catalog.search")
        #expect(NameSuggestions.of("leaderboard", among: names).allSatisfy { $0.hasPrefix("leaderboard.") })
        #expect(NameSuggestions.of("wibble", among: names).isEmpty)
        #expect(NameSuggestions.of("", among: names).isEmpty)
    }

    @Test func `method names are unique, and each belongs to a service or the broker`() {
        #expect(Set(KnownMethods.all.map(\.name)).count == KnownMethods.all.count)
        #expect(Set(KnownMethods.all.map(\.service)) == Set(ServiceName.reserved + [BrokerStatus.service]))
        #expect(KnownMethods.method(named: "catalog.search")?.service == .catalog)
        #expect(KnownMethods.method(named: "food-catalog.stats")?.access == .services)
        #expect(KnownMethods.method(named: "diary") == nil)
    }

    @Test func `the broker's queues are a table, with totals below`() {
        var queue = QueueStatus(service: "diary")
        (queue.workers, queue.capacity, queue.answered, queue.medianUs, queue.percentile99Us) = (1, 64, 7, 812, 12_345)
        queue.failed = ["overloaded": 2, "unavailable": 1]
        let reply = BrokerStatus.Reply(
            held: 3,
            heldBytes: 99,
            peers: 21,
            lateAnswers: 4,
            badMessages: 5,
            services: [queue]
        )
        let lines = QueueSection(reply).text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(lines[1] == ["diary", "1", "64", "0", "0", "0", "7", "3", "0", "0", "812", "µs", "12.3", "ms"])
        #expect(lines[2].first == "3" && lines[2].last == "dropped")
        #expect(QueueSection(nil).text == "The broker does not answer.")
    }

    @Test func `the table sums up methods, and shows services that are away`() {
        func method(_ name: String, _ requests: Int, _ totalUs: Int, _ maximumUs: Int?) -> MethodStats {
            MethodStats(
                name: name,
                requests: requests,
                errors: 1,
                inFlight: 0,
                totalUs: totalUs,
                lastUs: maximumUs,
                maximumUs: maximumUs
            )
        }
        func instance(_ name: String, _ methods: [MethodStats]) -> ServiceStats.Reply {
            ServiceStats.Reply(
                service: .diary,
                instance: name,
                startedAt: "",
                capacity: 64,
                inFlight: 2,
                methods: methods
            )
        }
        let section = ServiceSection([
            SurveyedService(service: .auth, instances: []),
            SurveyedService(
                service: .diary,
                instances: [
                    instance("diary", [method("a", 3, 3_000, 1_234), method("b", 1, 600, 600)]),
                    instance("diary-2", [method("a", 0, 0, nil)]),
                ]
            ),
        ])
        let expected = """
            SERVICE  INSTANCE  CAPACITY  IN FLIGHT  REQUESTS  ERRORS    MEAN     MAX
            auth     away
            diary    diary           64          2         4       2  900 µs  1.2 ms
            diary    diary-2         64          2         0       1       -       -
            """
        #expect(section.text == expected)
    }

    @Test func `each subscriber of events is shown with its lag`() {
        var metrics = MetricSet()
        for (source, lag, seconds) in [("profile", 12, 83.5), ("auth", 0, 0)] {
            metrics.add(.eventLag, by: [source], lag)
            metrics.add(.eventLagSeconds, by: [source], seconds)
        }
        let reports = [
            MetricsReport(service: .diary, process: "diary-1", metrics),
            MetricsReport(service: .calculator, process: "calorie-calculator-1", MetricSet()),
        ]
        let lines = EventLagSection(reports).text.split(separator: "\n")
            .map { $0.split(separator: " ").map(String.init) }
        #expect(lines.dropFirst() == [["diary", "auth", "0", "-"], ["diary", "profile", "12", "83.5", "s"]])
        #expect(EventLagSection([]).text.isEmpty)
    }

    @Test func `a bridge is shown with its peers and what it has refused`() {
        var metrics = MetricSet()
        for (peer, endpoint, count) in [("box2", "requests", 3), ("box2", "events_in", 2), ("box2", "events_out", 1)] {
            metrics.add(.bridgeConnections, by: [peer, endpoint], count)
        }
        metrics.add(.bridgeConnections, by: ["box3", "presence"], 1)
        for (metric, value) in [
            (Metric.bridgeReceivedBytes, 1_000), (.bridgeSentBytes, 2_000), (.bridgeCreditBytes, 5),
        ] {
            metrics.add(metric, by: ["box2"], value)
        }
        metrics.add(.bridgeRefused, by: ["key"], 4)
        metrics.add(.bridgeRefused, by: ["user"], 3)
        metrics.add(.bridgeGaps, 1)
        metrics.add(.bridgeUnfinished, 2)
        let reports = [
            MetricsReport(service: .diary, process: "diary-1", MetricSet()),
            MetricsReport(service: MetricsReport.bridge, process: "bridge-1", metrics),
        ]
        let lines = BridgeSection(reports).text.split(separator: "\n").map(String.init)
        let cells = lines.dropFirst().dropLast().map { $0.split(separator: " ").map(String.init) }
        #expect(
            cells == [
                ["bridge-1", "box2", "3", "3", "1000", "2000", "5"], ["bridge-1", "box3", "0", "0", "0", "0", "0"],
            ]
        )
        #expect(lines.last == "bridge-1: 7 connections refused, 1 ended by gaps, 2 handshakes under way")
        #expect(BridgeSection([]).text.isEmpty)
    }
}

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
