import Contracts
import Foundation
import TestSupport
import Testing

extension SystemTests {
    /// Changes of a plan on one device, seen on another, with real processes and food data.
    struct PlanChanges {
        private static let profile =
            #""sex":"male","birthDate":"1985-02-03","heightCm":182,"weightKg":80,"activityLevel":"moderate","goal":"keep""#

        private func openStream(_ user: User, _ stack: StackFixture) async throws -> LiveClient {
            let headers = ["Authorization": "Bearer \(user.session.accessToken)", "Accept": "text/event-stream"]
            let client = try LiveClient(port: stack.http.port, headers: headers)
            try await eventually("the stream begins") {
                client.read()
                return !client.messages.isEmpty
            }
            return client
        }

        private func expectHint(_ kind: LiveHint.Kind, fetching path: String, _ client: LiveClient) async throws {
            try await eventually("the other device receives the hint \(kind)") {
                client.read()
                return try client.events.filter { $0.event == "hint" }
                    .map { try JSONDecoder().decode(LiveHint.self, from: Data(($0.data ?? "").utf8)) }
                    .contains { $0.kind == kind && $0.fetch == path }
            }
        }

        @Test(.needsSolver)
        func `a user exchanges and logs dishes and ticks a shopping list, and another device learns of it`()
            async throws
        {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Taras", Self.profile)
                let made = try await user.http.post("/v1/plans", #"{"days":2,"seed":3,"name":"Weekend"}"#)
                #expect((made.status, made.header("ETag")) == (201, #""1""#))
                let plan = try made.decode(DiaryPlan.self)
                let path = "/v1/plans/\(plan.id)"
                let device = try await openStream(user, stack)
                let exchanged = try await exchanges(plan, user)
                try await expectHint(.plan, fetching: path, device)
                try await logs(exchanged, user)
                try await ticks(path, user)
                try await expectHint(.shopping, fetching: "\(path)/shopping", device)
                #expect(try await user.http.delete(path).status == 204)
                #expect(try await user.http.get(path).status == 404)
                #expect(try await user.http.get("/v1/plans").decode(DiaryPlansList.Reply.self).items.isEmpty)
            }
        }

        /// Exchanges each dish of the first day that has an alternative with which the day fits; at least one has.
        private func exchanges(_ plan: DiaryPlan, _ user: User) async throws -> DiaryPlan {
            var (current, exchanges) = (plan, 0)
            for dish in plan.menu.days[0].meals.flatMap(\.items) {
                let query = "/v1/plans/\(plan.id)/alternatives?day=1&foodId=\(dish.foodId)&limit=3"
                let answer = try await user.http.get(query)
                #expect(answer.status == 200)
                let found = try answer.decode(DiaryPlansAlternatives.Reply.self).items
                guard let best = found.first, best.fits else { continue }
                let body = #"{"day":1,"foodId":"\#(dish.foodId)","to":"\#(best.dish.foodId)"}"#
                for _ in 0..<2 {
                    let answer = try await user.http.post("/v1/plans/\(plan.id)/exchange", body)
                    #expect(answer.status == 200)
                    current = try answer.decode(DiaryPlan.self)
                }
                exchanges += 1
                #expect((current.version, current.menu.fits) == (1 + exchanges, true))
                #expect(current.menu.days[0].totals == best.totals)
            }
            #expect(exchanges > 0)
            return current
        }

        private func logs(_ plan: DiaryPlan, _ user: User) async throws {
            let dishes = plan.menu.days[0].meals.flatMap(\.items)
            let one = #"{"day":1,"foodId":"\#(try #require(dishes.first).foodId)"}"#
            for body in [one, one, #"{"day":1}"#, #"{"day":1}"#] {
                #expect(try await user.http.post("/v1/plans/\(plan.id)/log", body).status == 200)
            }
            let day = try await user.http.get("/v1/diary/days/\(plan.from)").decode(DiaryDay.self)
            #expect(day.meals.flatMap(\.entries).map(\.foodId) == dishes.map(\.foodId))
            #expect(abs(day.totals.kcal - plan.menu.days[0].totals.kcal) < 0.05)
            let kept = #"{"day":1,"foodId":"\#(dishes[0].foodId)"}"#
            #expect(try await user.http.post("/v1/plans/\(plan.id)/exchange", kept).status == 409)
        }

        private func ticks(_ path: String, _ user: User) async throws {
            let list = try await user.http.get("\(path)/shopping").decode(ShoppingList.self)
            let food = try #require(list.items.first).foodId
            let answer = try await user.http.send("PUT", "\(path)/shopping/\(food)", #"{"isTicked":true}"#)
            #expect(answer.status == 200)
            #expect(try answer.decode(ShoppingList.self).version == list.version + 1)
            let read = try await user.http.get("\(path)/shopping").decode(ShoppingList.self)
            #expect(read.items.filter(\.isTicked).map(\.foodId) == [food])
        }
    }
}
