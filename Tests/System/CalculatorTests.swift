import Contracts
import Foundation
import Observability
import TestSupport
import Testing

extension SystemCommandTests {
    /// The calculator's methods, through real processes.
    struct Calculator {
        private static let person =
            #""sex":"male","age":40,"heightCm":180,"weightKg":100,"activityLevel":"light","goal":"lose""#

        @Test func `users may call the projection, and only Mealwire's processes the bulk method`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Benjamin", #""sex":"male""#)
                try await projects(user)
                try await refuses(user)
                try many(stack)
                try await isNotWaitedFor(stack)
            }
        }

        @Test(.needsSolver) func `users may call the planner, and others may not`() async throws {
            try await StackFixture.run { stack in try plans(stack) }
        }

        private func projects(_ user: User) async throws {
            let answer = try await user.http.post(
                "/v1/calculator/projection",
                "{\(Self.person),\"days\":365,\"goalWeightKg\":92}"
            )
            #expect(answer.status == 200)
            let projection = try answer.decode(WeightProjection.self)
            let target = try await user.http.post("/v1/calculator/target", "{\(Self.person)}").decode(EnergyTarget.self)
            #expect(projection.target == target)
            #expect(projection.points.count == 366)
            #expect((60...200).contains(projection.goal?.day ?? 0), "\(String(describing: projection.goal))")
            #expect(projection.warnings == [])
        }

        private func refuses(_ user: User) async throws {
            let path = "/v1/calculator/projection"
            let range = try await user.http.post(path, "{\(Self.person),\"days\":1826,\"goalWeightKg\":1}")
            #expect(range.status == 422)
            #expect(try range.problem.fields.sorted() == ["days", "goalWeightKg"])
            let shape = try await user.http.post(path, "{\(Self.person)}")
            #expect(shape.status == 400)
            #expect(try shape.problem.fields == ["days"])
            #expect(try await user.http.get(path).status == 405)
        }

        private func many(_ stack: StackFixture) throws {
            func call(_ json: String, _ more: String...) throws -> CommandLineTool.Outcome {
                try CommandLineTool.run(["call", "calculator.targets", json, "--data", stack.directory] + more)
            }
            let wrong = Self.person.replacing("180", with: "20")
            let outcome = try call("{\"people\":[{\(Self.person)},{\(wrong)},{\(Self.person)}]}")
            #expect(outcome.status == 0, "\(outcome.errors)")
            let reply = try PayloadCoder.decodeReply(CalculatorTargets.Reply.self, from: Array(outcome.output.utf8))
            #expect(reply.items.map { $0.target != nil } == [true, false, true])
            #expect(reply.items[1].error?.details.map(\.field) == ["heightCm"])
            let asUser = try call("{\"people\":[{\(Self.person)}]}", "--as", UserID.make().description)
            #expect(asUser.status == 1)
            #expect(asUser.errors.contains("forbidden"), "\(asUser.errors)")
        }

        /// Calls the planner with a few foods, which is enough to test the path to it.
        private func plans(_ stack: StackFixture) throws {
            let foods = (0..<12).map { number in
                PlanCandidate(
                    foodId: .make(),
                    name: "Food \(number)",
                    per100G: PlanNutrients(kcal: 160, proteinG: 10, fatG: 5, carbohydrateG: 18),
                    portions: [Portion(name: "1 piece", grams: 60)]
                )
            }
            let target = PlanTarget(dailyKcal: 1_600, proteinG: 100, fatG: 50, carbohydrateG: 180)
            let request = CalculatorPlan(days: 1, targets: [target], candidates: foods)
            let json = String(decoding: try PayloadCoder.encode(request), as: UTF8.self)
            func call(_ more: String...) throws -> CommandLineTool.Outcome {
                try CommandLineTool.run(["call", "calculator.plan", json, "--data", stack.directory] + more)
            }
            let anonymous = try call()
            #expect(anonymous.errors.contains("unauthenticated"), "\(anonymous.errors)")
            let outcome = try call("--as", UserID.make().description)
            #expect(outcome.status == 0, "\(outcome.errors)")
            let menu = try PayloadCoder.decodeReply(MealPlan.self, from: Array(outcome.output.utf8))
            #expect(menu.fits, "\(menu.reasons)")
            #expect(menu.days.count == 1)
        }

        /// Bulk methods have queues of their own, but readiness does not count these queues as services.
        private func isNotWaitedFor(_ stack: StackFixture) async throws {
            struct Readiness: Decodable {
                var services: [String: String]
            }
            let readiness = try await stack.http.get("/health/ready").decode(Readiness.self)
            #expect(Set(readiness.services.keys) == Set(ServiceName.all.map(\.rawValue)))
            let outcome = try CommandLineTool.run(["call", "broker.status", "--data", stack.directory])
            let status = try PayloadCoder.decodeReply(BrokerStatus.Reply.self, from: Array(outcome.output.utf8))
            let capacities = Dictionary(uniqueKeysWithValues: status.services.map { ($0.service, $0.capacity) })
            #expect(capacities["calorie-calculator"] == 64)
            #expect(capacities["calorie-calculator-batch"] == 2)
            #expect(capacities["calorie-calculator-plan"] == 1)
            #expect(capacities["diary-plans"] == 16)
            #expect(capacities["diary-imports"] == 2)
        }
    }
}
