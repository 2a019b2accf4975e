import Contracts
import Foundation
import MealwireClient
import TestSupport
import Testing

extension SystemTests {
    /// The language of the profile in the answers and mails of the real processes.
    struct Languages {
        private static let profile = #""sex":"female","heightCm":170,"weightKg":60,"language":"uk""#

        private func setLanguage(_ language: String, of user: User) async throws {
            var change = ProfileChange()
            change.language = .set(language)
            try await user.client.send(ProfileUpdate(change))
        }

        @Test func `foods are named in the language of the profile, and entries keep their names`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let banana = try await user.food("banana")
                let names = try #require(try await user.client.send(CatalogGet(id: banana.id)).names)
                let (ukrainian, thai) = (try #require(names["uk"]), try #require(names["th"]))
                try await user.client.send(DiaryCartItemsSet(foodId: banana.id, grams: 100))
                try await eventually("the diary knows the language") {
                    try await user.client.send(DiaryCartGet()).items.map(\.name) == [ukrainian]
                }
                let done = try await user.client.send(DiaryCartCheckout(date: .today, meal: .lunch))
                #expect(done.cart.items.isEmpty)
                #expect(done.day.meals.flatMap(\.entries).map(\.name) == [ukrainian])
                try await setLanguage("th-TH", of: user)
                try await eventually("recent foods are in Thai") {
                    try await user.client.send(DiaryFoodsRecent()).items.first?.name == thai
                }
                let entries = try await user.today.meals.flatMap(\.entries)
                #expect(entries.map(\.name) == [ukrainian])
                #expect(entries.map(\.id) == done.entries)
            }
        }

        @Test func `an amount in millilitres weighs by the density that the food tells`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let (milk, apple) = (try await user.food("milk whole"), try await user.food("apple raw"))
                let density = try #require(milk.densityGPerMl)
                #expect(apple.densityGPerMl == nil)
                let path = "/v1/diary/days/today/entries"
                let body = #"{"meal":"snack","foodId":"\#(milk.id)","ml":250}"#
                let entry = try await user.http.post(path, body).decode(DiaryEntry.self)
                #expect((entry.portion, entry.quantity) == ("ml", 250))
                #expect(abs((entry.grams ?? 0) - 250 * density) < 0.01)
                let refused = try await user.http.post(
                    path,
                    body.replacing(milk.id.description, with: apple.id.description)
                )
                #expect(refused.status == 422)
                #expect(try refused.problem.fields == ["ml"])
                let parsed = try await user.http.post("/v1/foods/parse", #"{"text":"250 ml milk"}"#)
                let text = String(decoding: parsed.body, as: UTF8.self)
                #expect(parsed.status == 200 && text.contains(#""ml":250"#), "\(text)")
            }
        }

        @Test(.needsSolver, arguments: ["рис", "ข้าว"])
        func `a menu has no rice for a user that dislikes it in another language`(dislike: String) async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                #expect(try await user.http.patch("/v1/profile", #"{"dislikes":["\#(dislike)"]}"#).status == 200)
                for seed in 1...3 {
                    let made = try await user.http.post("/v1/plans", #"{"days":7,"seed":\#(seed)}"#)
                    let plan = try made.decode(DiaryPlan.self)
                    let items = plan.menu.days.flatMap(\.meals).flatMap(\.items)
                    #expect(items.count > 20)
                    for item in Set(items.map(\.foodId)) {
                        let food = try await user.http.get("/v1/foods/\(item)").decode(Food.self)
                        let words = "\(food.names?["en"] ?? food.name) \(food.category ?? "")".lowercased()
                        #expect(!words.split { !$0.isLetter }.contains("rice"), "\(words)")
                    }
                }
            }
        }

        @Test func `mail is in the language of the registration`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let request = #"{"email":"\#(user.session.user.email)"}"#
                #expect(try await stack.http.post("/v1/auth/password/forgot", request).status == 202)
                // The subject, and so the text, in Ukrainian.
                let word = Data("Новий пароль".utf8).base64EncodedString()
                try await eventually("mail in Ukrainian has come") {
                    let directory = "\(stack.directory)/mail/new"
                    guard FileManager.default.fileExists(atPath: directory) else { return false }
                    return try FileManager.default.contentsOfDirectory(atPath: directory).contains { file in
                        let mail = try String(contentsOfFile: "\(directory)/\(file)", encoding: .utf8)
                        return mail.contains("Subject: =?utf-8?B?\(word.prefix(20))")
                    }
                }
            }
        }
    }
}
