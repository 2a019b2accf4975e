import Contracts
import Foundation
import TestSupport
import Testing

extension SystemFaultTests {
    /// A second instance of a service waits for the database lock and takes over when the first instance ends.
    struct ServiceStandby {
        private static let profile = #""sex":"male","heightCm":180,"weightKg":80,"activityLevel":"light","goal":"keep""#

        @Test func `every service with a database has a route for these tests`() {
            #expect(Set(StackFixture.routes.keys) == Set(StackFixture.databases))
        }

        @Test func `a standby takes over with every write that the killed instance had acknowledged`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Benjamin", Self.profile)
                let entry = try await user.http.post(
                    "/v1/diary/days/today/entries",
                    #"{"meal":"snack","name":"Apple","kcal":80}"#
                )
                #expect(entry.status == 201)
                for service in StackFixture.routes.keys { try stack.start("\(service)-2") }
                for (service, route) in StackFixture.routes {
                    try stack.kill(service)
                    try await eventually("\(service)-2 takes over", is: 200) {
                        try await user.http.get(route).status
                    }
                }
                let day = try await user.http.get("/v1/diary/days/today").decode(DiaryDay.self)
                #expect(day.meals.flatMap(\.entries).map(\.name) == ["Apple"])
                // The restarted instances find the database locked, wait, and take over again.
                for (service, route) in StackFixture.routes {
                    try stack.start(service)
                    try stack.kill("\(service)-2")
                    try await eventually("\(service) takes over again", is: 200) {
                        try await user.http.get(route).status
                    }
                }
                #expect(stack.names.allSatisfy(stack.isRunning))
            }
        }
    }
}
