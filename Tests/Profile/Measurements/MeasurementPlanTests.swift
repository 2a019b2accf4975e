import Contracts
import Profile
import Storage
import Testing

/// Checks the query plans of the statements that add a measurement.
@Suite struct MeasurementPlanTests {
    @Test func `adding a measurement reads its own day, not the history`() async throws {
        try await ProfileFixture.use { profiles in
            let kinds: [MeasurementKind] = [.weight, .activeEnergy, .bodyFat]
            for kind in kinds { try await profiles.measure(kind, 50, source: "scale", externalId: "\(kind)") }
            for kind in kinds { try await profiles.measure(kind, 60, source: "scale", externalId: "\(kind)") }
            let id = try await profiles.measure(.weight, 55).id
            try await profiles.remove(id)
            let plans = try await profiles.plans().filter { $0.sql.contains("measurement") }
            let ofDays = plans.filter { $0.sql.contains("date = ?") && $0.sql.contains("SELECT") }
            #expect(ofDays.count >= 3)
            for plan in ofDays {
                let search = plan.steps.filter { $0.contains("measurement") }
                #expect(!search.isEmpty)
                for step in search { #expect(step.contains("(user_id=? AND kind=? AND date=?"), "\(plan)") }
            }
            // The newest measurement of a kind is the first row of an index, without sorting.
            let newest = plans.filter { $0.sql.contains("ORDER BY at_ms DESC, id DESC LIMIT 1") }
            #expect(!newest.isEmpty)
            for plan in newest { #expect(!plan.steps.contains { $0.contains("TEMP B-TREE") }, "\(plan)") }
        }
    }
}
