import Contracts
import Foundation
import TestSupport
import Testing

extension SystemTests {
    /// Shared days and foods, a group and a challenge of two users, over HTTP.
    struct Groups {
        private static let profile =
            #""sex":"female","heightCm":170,"weightKg":60,"shares":{"leaderboard":true,"foods":true}"#

        @Test(.timeLimit(.minutes(5)))
        func `two users see each other's days and foods, and compete in a group`() async throws {
            try await StackFixture.run { stack in
                let olena = try await User.register(stack, "Olena", Self.profile)
                let petro = try await User.register(stack, "Petro", Self.profile)
                try await seeSharedFoods(of: olena, petro)
                let group = try await formGroup(olena, petro)
                try await compete(group, olena, petro)
                try await endSharing(group, olena, petro)
                try await leaveGroup(group, olena, petro)
            }
        }

        private func group(_ id: GroupID, as user: User) async throws -> LeaderboardGroup {
            let answer = try await user.http.get("/v1/groups/\(id)?metric=logged")
            guard answer.status == 200 else { throw UnexpectedAnswer(answer) }
            return try answer.decode()
        }

        /// Events carry the entries of one user to the other.
        private func seeSharedFoods(of olena: User, _ petro: User) async throws {
            let soup = #"{"meal":"lunch","name":"Soup","kcal":300}"#
            #expect(try await olena.http.post("/v1/diary/days/today/entries", soup).status == 201)
            let path = "/v1/leaderboard/users/\(olena.session.user.id)"
            try await eventually("the other user sees the food") {
                let answer = try await petro.http.get("\(path)/days/today")
                guard answer.status == 200 else { return false }
                let foods = try answer.decode(LeaderboardDay.Reply.self).foods
                return foods?.map(\.name) == ["Soup"]
            }
            try await seePictures(of: olena, petro)
            let reply = try await petro.http.get(path).decode(LeaderboardUser.Reply.self)
            #expect(reply.name == "Olena")
            #expect(reply.days.map(\.kcal) == [nil, nil, nil, nil, nil, nil, 300])
            #expect(reply.scores.first { $0.metric == .logged }?.score == 1)
            #expect(try await petro.http.get("\(path)/days/2020-02-29").status == 404)
            #expect(try await petro.http.get("\(path)/days/yesterday").status == 400)
        }

        /// Boards and foods show images of the user and of the meal, signed by the services that have them.
        private func seePictures(of olena: User, _ petro: User) async throws {
            let png = try TestPicture.file()
            let list = try await petro.http.get("/v1/leaderboard/foods").decode(LeaderboardFoods.Reply.self)
            let soup = try #require(list.items.first)
            #expect((soup.userId, soup.name, soup.food.kcal) == (olena.session.user.id, "Olena", 300))
            #expect((list.items.count, list.nextCursor, soup.imageURL, soup.food.imageURL) == (1, nil, nil, nil))
            let entry = try #require(soup.food.id)
            #expect(try await olena.put("/v1/diary/entries/\(entry)/image", png, "image/png").status == 200)
            #expect(try await olena.put("/v1/profile/image", png, "image/png").status == 200)
            let again = try await petro.http.get("/v1/leaderboard/foods?date=today&limit=1")
            let seen = try #require(try again.decode(LeaderboardFoods.Reply.self).items.first)
            let board = try await petro.http.get("/v1/leaderboard?metric=logged").decode(LeaderboardTop.Reply.self)
            let row = board.items.first { $0.userId == olena.session.user.id }
            for address in [seen.imageURL, seen.food.imageURL, row?.imageURL] {
                let image = try await petro.http.get(try #require(address))
                #expect((image.status, image.header("Content-Type")) == (200, "image/png"))
            }
            #expect(try await petro.http.get("/v1/leaderboard/foods?cursor=1").status == 422)
        }

        private func formGroup(_ olena: User, _ petro: User) async throws -> LeaderboardGroup {
            let made = try await olena.http.post("/v1/groups", #"{"name":"Сусіди"}"#)
            #expect(made.status == 201)
            let group = try made.decode(LeaderboardGroup.self)
            #expect(try await petro.http.get("/v1/groups/\(group.id)").status == 404)
            let joined = try await petro.http.post("/v1/groups/join", #"{"code":"\#(group.code.lowercased())"}"#)
            #expect(joined.status == 200)
            #expect(try joined.decode(LeaderboardGroup.self).members.map(\.name) == ["Olena", "Petro"])
            let list = try await petro.http.get("/v1/groups").decode(LeaderboardGroupsList.Reply.self)
            #expect(list.items.map(\.name) == ["Сусіди"])
            #expect(try await petro.http.delete("/v1/groups/\(group.id)").status == 403)
            #expect(try await petro.http.patch("/v1/groups/\(group.id)", #"{"name":"Mine"}"#).status == 403)
            let renamed = try await olena.http.patch("/v1/groups/\(group.id)", #"{"name":"Будинок"}"#)
            #expect((renamed.status, renamed.header("ETag")) == (200, #""3""#))
            #expect(try await self.group(group.id, as: petro).name == "Будинок")
            let renewed = try await olena.http.post("/v1/groups/\(group.id)/code", "{}")
            #expect(try renewed.decode(LeaderboardGroup.self).code != group.code)
            return group
        }

        private func compete(_ group: LeaderboardGroup, _ olena: User, _ petro: User)
            async throws
        {
            let path = "/v1/groups/\(group.id)/challenges"
            let wrong = try await petro.http.post(path, #"{"metric":"logged","from":"2020-01-01","to":"2020-01-02"}"#)
            #expect((wrong.status, try wrong.problem.fields) == (422, ["from"]))
            let made = try await petro.http.post(path, #"{"metric":"logged","from":"today","to":"today"}"#)
            #expect(made.status == 201)
            let challenge = try made.decode(LeaderboardChallenge.self)
            #expect((challenge.groupId, challenge.finished) == (group.id, false))
            let mistaken = try await petro.http.post(path, #"{"metric":"streak","from":"today","to":"today"}"#)
            let mistake = try mistaken.decode(LeaderboardChallenge.self)
            #expect(mistake.madeBy == petro.session.user.id)
            #expect(try await petro.http.delete("/v1/challenges/\(mistake.id)").status == 204)
            #expect(try await olena.http.get("/v1/challenges/\(mistake.id)").status == 404)
            let tea = #"{"meal":"snack","name":"Tea","kcal":2}"#
            #expect(try await petro.http.post("/v1/diary/days/today/entries", tea).status == 201)
            try await eventually("the challenge ranks both users") {
                let now = try await olena.http.get("/v1/challenges/\(challenge.id)").decode(LeaderboardChallenge.self)
                return now.standing.map(\.score) == [1, 1]
            }
            let seen = try await self.group(group.id, as: olena)
            #expect(seen.standing.map(\.name) == ["Olena", "Petro"])
            #expect(seen.standing.map(\.rank) == [1, 1])
            #expect(seen.challenges.map(\.id) == [challenge.id])
        }

        private func endSharing(
            _ group: LeaderboardGroup,
            _ olena: User,
            _ petro: User
        ) async throws {
            let path = "/v1/leaderboard/users/\(olena.session.user.id)"
            let fewer = try await olena.http.patch("/v1/profile", #"{"shares":{"foods":false}}"#)
            #expect(fewer.status == 200)
            try await eventually("the foods are hidden and the days are not") {
                let answer = try await petro.http.get("\(path)/days/today")
                return try answer.status == 200 && answer.decode(LeaderboardDay.Reply.self).foods == nil
            }
            let foods = try await petro.http.get("/v1/leaderboard/foods").decode(LeaderboardFoods.Reply.self)
            #expect(foods.items.allSatisfy { $0.userId != olena.session.user.id })
            _ = try await olena.http.patch("/v1/profile", #"{"shares":{"leaderboard":false}}"#)
            try await eventually("a user who shares nothing is hidden", is: 404) {
                try await petro.http.get(path).status
            }
            let seen = try await self.group(group.id, as: petro)
            #expect(seen.standing.map(\.name) == ["Petro"])
            #expect(seen.members.map(\.shares) == [false, true])
        }

        private func leaveGroup(_ group: LeaderboardGroup, _ olena: User, _ petro: User) async throws {
            let members = "/v1/groups/\(group.id)/members"
            #expect(try await petro.http.delete("\(members)/\(olena.session.user.id)").status == 403)
            #expect(try await olena.http.delete("\(members)/\(olena.session.user.id)").status == 204)
            #expect(try await olena.http.get("/v1/groups/\(group.id)").status == 404)
            #expect(try await self.group(group.id, as: petro).owner == petro.session.user.id)
            #expect(try await petro.http.delete("/v1/groups/\(group.id)").status == 204)
            #expect(try await petro.http.get("/v1/groups").decode(LeaderboardGroupsList.Reply.self).items.isEmpty)
        }
    }
}
