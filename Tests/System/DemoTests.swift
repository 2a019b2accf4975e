import Calendar
import Contracts
import Foundation
import TestSupport
import Testing

extension SystemCommandTests {
    /// Demonstrations: `mealwire up --demo`, and how every other server refuses their sign-in.
    struct Demo {
        private func signIn(_ http: HTTPClient, _ account: String = "anna") async throws -> HTTPClient.Answer {
            try await http.post("/v1/auth/login/demo", #"{"account":"\#(account)"}"#)
        }

        private func up(_ directory: String, _ port: Int, _ more: String...) throws -> CommandLineTool.Outcome {
            try CommandLineTool.run(["up", "--detach", "--data", directory, "--port", "\(port)"] + more)
        }

        /// Returns the ids of all entries and the number of changes of water, note and mark, by day.
        private func diary(_ http: HTTPClient, _ from: String, _ to: String) async throws -> [String] {
            let answer = try await http.get("/v1/diary/days?from=\(from)&to=\(to)")
            return try answer.decode(DiaryDays.Reply.self).items.map { day in
                let entries = day.meals.flatMap(\.entries).map { "\($0.id) \($0.version)" }
                return "\(day.date) \(day.extrasVersion) \(entries)"
            }
        }

        @Test func `a demonstration is full, stays so, and anyone signs in until it starts without the option`()
            async throws
        {
            let temporary = try TemporaryDirectory()
            defer { temporary.remove() }
            let directory = temporary.file("data")
            let http = HTTPClient(port: Int(try PlainSocket.freePort()))
            defer { _ = try? CommandLineTool.run(["down", "--data", directory]) }
            let started = try up(directory, http.port, "--demo")
            #expect(started.status == 0, "\(started.output)\(started.errors)")
            #expect(started.output.contains("continue as one of Anna, Bohdan, Chaiya"))
            let meta = try await http.get("/v1/meta").decode(ServerMeta.self)
            #expect(meta.demoAccounts?.map(\.account) == ["anna", "bohdan", "chaiya"])
            #expect(try await signIn(http, "eve").status == 404)

            let answer = try await signIn(http)
            #expect(answer.status == 200)
            let anna = http.with(token: try answer.decode(Session.self).accessToken)
            let today = try await anna.get("/v1/diary/days/today").decode(DiaryDay.self)
            #expect(today.target != nil && today.waterMl > 0)
            #expect(today.meals.flatMap(\.entries).contains { $0.meal == .breakfast })
            let from = today.date.advanced(by: -30).description
            let before = try await diary(anna, from, today.date.description)
            #expect(before.count == 31)
            try await expectFull(anna, since: today.date.advanced(by: -59).description)

            #expect(try CommandLineTool.run(["down", "--data", directory]).status == 0)
            #expect(try up(directory, http.port, "--demo").status == 0)
            let filled = try CommandLineTool.run(["demo", "--data", directory])
            #expect(filled.output == "The demonstration is filled already.\n", "\(filled.errors)")
            let again = http.with(token: try await signIn(http).decode(Session.self).accessToken)
            #expect(try await diary(again, from, today.date.description) == before)

            #expect(try CommandLineTool.run(["down", "--data", directory]).status == 0)
            #expect(try up(directory, http.port).status == 0)
            #expect(try await http.get("/v1/meta").decode(ServerMeta.self).demoAccounts == nil)
            #expect(try await signIn(http).status == 403)
        }

        /// Expects what each screen of an app shows.
        private func expectFull(_ http: HTTPClient, since first: String) async throws {
            let profile = try await http.get("/v1/profile").decode(Profile.self)
            #expect(profile.imageURL != nil && profile.missing.isEmpty && profile.shares.leaderboard)
            let weights = try await http.get("/v1/profile/measurements?kind=weight&limit=100")
                .decode(ProfileMeasurementsList.Reply.self).items
            #expect(weights.count >= 60)
            #expect(weights.last.map { $0.value > profile.weightKg + 2 } == true)
            let progress = try await http.get("/v1/diary/progress?from=\(first)&to=today&by=day")
                .decode(DiaryProgress.Reply.self)
            // All but the six days without dinner.
            #expect(progress.items.count { $0.kcal > 1_000 } >= 54)
            let groups = try await http.get("/v1/groups").decode(LeaderboardGroupsList.Reply.self).items
            #expect(groups.map(\.members) == [3])
            let group = try await http.get("/v1/groups/\(try #require(groups.first).id)").decode(LeaderboardGroup.self)
            let challenge = try #require(group.challenges.first)
            #expect(group.challenges.count == 1 && !challenge.finished)
            try await eventually("all members stand in the challenge") {
                let path = "/v1/challenges/\(challenge.id)"
                return try await http.get(path).decode(LeaderboardChallenge.self).standing.count == 3
            }
            let plans = try await http.get("/v1/plans").decode(DiaryPlansList.Reply.self).items
            #expect(plans.count == 1)
            let found = try await http.get("/v1/foods?q=pumpkin%20seed%20bread").decode(CatalogSearch.Reply.self).items
            #expect(found.contains { $0.own == true })
            let recipes = try await http.get("/v1/recipes").decode(CatalogRecipesList.Reply.self).items
            #expect(recipes.map(\.servings).sorted() == [2, 4])
            let favourites = try await http.get("/v1/foods/favourites").decode(DiaryFavouritesList.Reply.self).items
            #expect(favourites.count == 2)
        }

        @Test func `data of users never become a demonstration`() async throws {
            try await StackFixture.run { stack in
                _ = try await User.register(stack, "Anna", #""sex":"female""#)
                #expect(try await signIn(stack.http).status == 403)
                let filled = try CommandLineTool.run(["demo", "--data", stack.directory])
                #expect(filled.status != 0)
                #expect(filled.errors.contains("no demonstration"), "\(filled.errors)")
                try stack.end("auth")
                let refused = try CommandLineTool.run(["--data", stack.directory, "--demo"], of: "auth")
                #expect(refused.status == 65)
                #expect((refused.output + refused.errors).contains("accounts of users"))
            }
        }
    }

    /// The state of the system, as admins see it.
    struct SystemStates {
        @Test func `an admin sees processes, queues, storage and the history, and others see nothing`() async throws {
            try await StackFixture.run { stack in
                let anna = try await User.register(stack, "Anna", #""sex":"female""#)
                #expect(try await anna.http.get("/v1/admin/system").status == 403)
                let email = anna.session.user.email
                #expect(
                    try CommandLineTool.run(["admin", "users", "role", email, "admin", "--data", stack.directory])
                        .status == 0
                )
                let login = try await stack.http.post(
                    "/v1/auth/login",
                    #"{"email":"\#(email)","password":"1234567A"}"#
                )
                let admin = stack.http.with(token: try login.decode(Session.self).accessToken)
                try await eventually("all services are ready") {
                    let state = try await admin.get("/v1/admin/system").decode(SystemState.self)
                    return !state.services.isEmpty && state.services.allSatisfy(\.isReady)
                }
                let state = try await admin.get("/v1/admin/system").decode(SystemState.self)
                #expect(state.services.first?.service == "gateway")
                #expect(state.services.allSatisfy { $0.processes.count == 1 && $0.processes[0].memoryBytes > 0 })
                #expect(state.queues.contains { $0.queue == "diary" && $0.workers == 1 && $0.capacity > 0 })
                #expect(state.storage.contains { $0.service == "diary" && $0.databaseBytes > 0 })
                #expect(state.subscribers.contains { $0.service == "diary" && $0.source == "profile" })
                #expect(try #require(state.diskBytes) > (try #require(state.diskFreeBytes)))
                #expect(state.lastBackupAt == nil)
                #expect(state.history.last?.at == state.at)
                let since = try await admin.get("/v1/admin/system?since=\(try #require(state.at))")
                #expect(try since.decode(SystemState.self).history.allSatisfy { $0.at > state.at ?? "" })
                #expect(try await admin.get("/v1/admin/system?since=now").status == 422)
                #expect(try await admin.get("/v1/admin/system?other=1").status == 400)
            }
        }
    }
}
