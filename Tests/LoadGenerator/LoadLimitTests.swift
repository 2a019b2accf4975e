import CommandSupport
import LoadGenerator
import Testing

@Suite struct LoadLimitTests {
    private func figures(asked: Int = 1_000, good: Int = 1_000, errors: Int = 0, missed: Int = 0, p99Us: Double = 5_000)
        -> LoadMetrics
    {
        LoadMetrics(
            asked: asked,
            good: good,
            errors: errors > 0 ? ["503 overloaded": errors] : [:],
            missed: missed,
            latency: LatencySummary(
                count: good + errors + missed,
                meanUs: 1_000,
                p50Us: 900,
                p90Us: 2_000,
                p95Us: 3_000,
                p99Us: p99Us,
                p999Us: 9_000,
                maxUs: 20_000
            )
        )
    }

    @Test(arguments: [
        ("p99=50ms", 50_000.0), ("p50=250us", 250), ("p99.9=1.5s", 1_500_000), ("max=2s", 2_000_000),
        ("mean=800µs", 800), ("errors=0.1%", 0.001), ("errors=0%", 0), ("rate=95%", 0.95),
    ])
    func `limits are parsed with their units`(text: String, bound: Double) throws {
        #expect(abs(try LoadLimit(text).bound - bound) < 1e-9)
    }

    @Test(arguments: [
        "p99", "p99=", "p99=50", "p98=50ms", "p99=-1ms", "p99=0ms", "errors=5", "errors=101%", "rate=-1%", "p99=nanms",
        "=5ms", "p99=infs", "",
    ])
    func `an invalid limit is refused with the accepted forms`(text: String) {
        let failure = #expect(throws: CommandFailure.self) { try LoadLimit(text) }
        #expect(failure?.description.contains(LoadLimit.forms) == true)
    }

    @Test func `a latency at its limit is met, and one above is not`() throws {
        let limit = try LoadLimit("p99=5ms")
        #expect(limit.verdict(on: figures(p99Us: 5_000), rateShare: 1).isMet)
        #expect(!limit.verdict(on: figures(p99Us: 5_001), rateShare: 1).isMet)
    }

    @Test func `a request that was never sent counts as an error`() throws {
        let limit = try LoadLimit("errors=0.5%")
        #expect(limit.verdict(on: figures(good: 995, errors: 5), rateShare: 1).isMet)
        #expect(!limit.verdict(on: figures(good: 994, errors: 5, missed: 1), rateShare: 1).isMet)
    }

    @Test func `a rate must be reached, and a run without a response meets no limit`() throws {
        let limit = try LoadLimit("rate=95%")
        #expect(limit.verdict(on: figures(), rateShare: 0.95).isMet)
        #expect(!limit.verdict(on: figures(), rateShare: 0.94).isMet)
        for nothing in [figures(asked: 0, good: 0), figures(good: 0, errors: 1_000)] {
            for text in ["p99=1s", "errors=100%", "rate=0%"] {
                #expect(try !LoadLimit(text).verdict(on: nothing, rateShare: 1).isMet)
            }
        }
    }

    @Test func `a step is sustained only if its requests are answered within the limits`() throws {
        let limits = [try LoadLimit("p99=10ms"), try LoadLimit("rate=100%")]
        func reason(_ figures: LoadMetrics, answered: Int) -> String? {
            StepEvaluation.reasonToStop(
                LoadStep(rate: 1_000, seconds: 1, figures: figures, answeredInTime: answered),
                limits
            )
        }
        #expect(reason(figures(), answered: 960) == nil)
        #expect(reason(figures(), answered: 949)?.contains("answered within the step") == true)
        #expect(reason(figures(good: 985, errors: 15), answered: 985)?.contains("failed") == true)
        #expect(reason(figures(p99Us: 10_001), answered: 1_000)?.contains("p99=10ms was missed") == true)
    }

    @Test func `due requests that still wait count as unanswered`() {
        func reason(waiting: Int) -> String? {
            let all = figures(asked: 900, good: 900)
            return StepEvaluation.reasonToStop(
                LoadStep(rate: 1_000, seconds: 1, figures: all, answeredInTime: 900, waiting: waiting),
                []
            )
        }
        #expect(reason(waiting: 0) == nil)
        #expect(reason(waiting: 40) == nil)
        #expect(reason(waiting: 100)?.contains("only 90 % of the requests") == true)
    }

    @Test func `a run with steps is judged by its worst sustained step`() throws {
        let steps = [(995, 4_000.0), (998, 6_000), (500, 90_000)].map { good, p99Us in
            let all = figures(good: good, errors: 1_000 - good, p99Us: p99Us)
            return LoadStep(rate: 1_000, seconds: 1, figures: all, answeredInTime: good)
        }
        func verdict(_ text: String, _ steps: [LoadStep], isSaturated: Bool = true) throws -> LoadVerdict? {
            StepEvaluation.verdict(on: try LoadLimit(text), steps, isSaturated: isSaturated)
        }
        for (text, measured, isMet) in [
            ("p99=6ms", 6_000, true), ("p99=5ms", 6_000, false), ("errors=0.5%", 0.005, true),
            ("errors=0.4%", 0.005, false), ("rate=99%", 0.995, true), ("rate=99.6%", 0.995, false),
        ] as [(String, Double, Bool)] {
            let shown = try #require(try verdict(text, steps))
            #expect(abs(shown.measured - measured) < 1e-9)
            #expect(shown.isMet == isMet, "\(text)")
        }
        #expect(try verdict("p99=1s", [steps[0]])?.isMet == false)
        #expect(try verdict("p99=6ms", steps, isSaturated: false)?.isMet == false)
        #expect(try verdict("p99=6ms", []) == nil)
    }
}
