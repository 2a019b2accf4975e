import Contracts
import Foundation
import Testing

extension SystemTests {
    /// One user's diary on two devices, one of which is offline for a while, over HTTP.
    struct DiarySync {
        private static let profile = #""sex":"female","heightCm":170,"weightKg":60"#

        /// A problem document with the current entry.
        private struct Refusal: Decodable {
            let code: ErrorCode
            let current: DiaryEntry?
        }

        /// A problem document with the current cart.
        private struct CartRefusal: Decodable {
            let current: Cart?
        }

        private func changes(_ user: User, since cursor: String?) async throws -> DiaryChanges.Reply {
            let query = cursor.map { "?since=\($0)&limit=100" } ?? ""
            let answer = try await user.http.get("/v1/diary/changes\(query)")
            guard answer.status == 200 else { throw UnexpectedAnswer(answer) }
            return try answer.decode()
        }

        private func day(_ user: User, _ date: String = "today") async throws -> DiaryDay {
            try await user.http.get("/v1/diary/days/\(date)").decode()
        }

        private func put(_ user: User, _ path: String, _ json: String, _ match: String? = nil) async throws
            -> HTTPClient.Answer
        {
            try await user.http.send("PUT", path, json, match.map { ["If-Match": $0] } ?? [:])
        }

        @Test func `entries made offline are stored once, and a device receives the changes that it missed`()
            async throws
        {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Olena", Self.profile)
                try await createOffline(user)
                try await reorderAndCopy(user)
                try await setWaterAndNote(user)
                let cursor = try await changes(user, since: nil).cursor
                try await useCart(user)
                let missed = try await changes(user, since: cursor)
                #expect(missed.cart != nil)
                #expect(missed.items.count == 2)
                // The restarted service must give the same answers from its database alone.
                let before = try await day(user)
                try stack.kill("diary")
                try stack.start("diary")
                try await stack.waitUntilReady()
                let again = try await changes(user, since: missed.cursor)
                #expect((again.items.count, again.isMore, again.reset) == (0, false, false))
                let all = try await changes(user, since: nil)
                let today = all.items.filter { $0.date == before.date }
                #expect(Set(today.map(\.id)) == Set(before.meals.flatMap(\.entries).map(\.id)))
                #expect(try await day(user) == before)
            }
        }

        /// Creates an entry under an id of the phone, and changes it from the tablet.
        private func createOffline(_ user: User) async throws {
            let path = "/v1/diary/entries/\(EntryID.make())"
            let soup = #"{"date":"today","meal":"lunch","name":"Soup","kcal":300}"#
            let made = try await put(user, path, soup)
            #expect((made.status, made.header("ETag")) == (200, "\"1\""))
            let again = try await put(user, path, soup)
            #expect(try again.decode(DiaryEntry.self) == (try made.decode(DiaryEntry.self)))
            let tablet = try await put(user, path, soup.replacing("300", with: "310"), "\"1\"")
            #expect((tablet.status, tablet.header("ETag")) == (200, "\"2\""))
            let phone = try await put(user, path, soup.replacing("300", with: "290"))
            #expect((phone.status, phone.header("ETag")) == (412, "\"2\""))
            #expect(try phone.decode(Refusal.self).current == (try tablet.decode(DiaryEntry.self)))
            #expect(try await user.http.delete(path).status == 204)
            let gone = try await put(user, path, soup)
            #expect(gone.status == 412)
            #expect(String(decoding: gone.body, as: UTF8.self).contains(#""current":null"#))
            #expect(try await put(user, path, soup, "*").status == 200)
            #expect(try await day(user).totals.kcal == 300)
            let both = #"{"date":"today","meal":"lunch","name":"Soup","kcal":-1,"at":"never"}"#
            let wrong = try await put(user, path, both)
            #expect((wrong.status, try wrong.problem.fields) == (422, ["at", "kcal"]))
        }

        /// Moves an entry within its meal, and copies the day.
        private func reorderAndCopy(_ user: User) async throws {
            for name in ["Bread", "Tea"] {
                let json = #"{"meal":"lunch","name":"\#(name)","kcal":100}"#
                #expect(try await user.http.post("/v1/diary/days/today/entries", json).status == 201)
            }
            let tea = try #require(try await day(user).meals[1].entries.last)
            let moved = try await user.http.patch("/v1/diary/entries/\(tea.id)", #"{"position":0}"#)
            #expect(try moved.decode(DiaryEntry.self).position == 0)
            let lunch = try await day(user).meals[1].entries
            #expect(lunch.map(\.name) == ["Tea", "Soup", "Bread"])
            let copied = try await user.http.post("/v1/diary/days/2020-02-29/copy", #"{"from":"today"}"#)
            #expect(copied.status == 200)
            #expect(try copied.decode(DiaryDay.self).meals[1].entries.map(\.name) == ["Tea", "Soup", "Bread"])
        }

        /// Sets water and a note.
        private func setWaterAndNote(_ user: User) async throws {
            let water = try await put(user, "/v1/diary/days/today/water", #"{"ml":750}"#)
            #expect((water.status, water.header("ETag")) == (200, "\"1\""))
            let path = "/v1/diary/days/today/note"
            let note = try await put(user, path, #"{"text":"Довга прогулянка"}"#, "\"1\"")
            #expect((note.status, note.header("ETag")) == (200, "\"2\""))
            #expect(try await put(user, path, #"{"text":"Late"}"#, "\"1\"").status == 412)
            let day = try await day(user)
            #expect((day.waterMl, day.note) == (750, "Довга прогулянка"))
        }

        /// Fills the cart from two devices, and checks it out.
        private func useCart(_ user: User) async throws {
            let found = try await user.http.get("/v1/foods?q=banana&limit=1").decode(CatalogSearch.Reply.self)
            let food = try #require(found.items.first)
            let path = "/v1/diary/cart/items/\(food.id)"
            let first = try await put(user, path, #"{"grams":100}"#)
            #expect((first.status, first.header("ETag")) == (200, "\"1\""))
            let more = try await put(user, path, #"{"more":2}"#)
            #expect(try more.decode(Cart.self).items.map(\.grams) == [120])
            let extra = try await user.http.patch("/v1/diary/cart", #"{"additionalKcal":55}"#)
            let cart = try extra.decode(Cart.self)
            let late = try await put(user, path, #"{"grams":1}"#, "\"1\"")
            #expect(late.status == 412)
            #expect(try late.decode(CartRefusal.self).current == cart)
            #expect(try await user.http.get("/v1/diary/cart").decode(Cart.self) == cart)
            let order = #"{"date":"today","meal":"snack"}"#
            let key = ["Idempotency-Key": "checkout", "If-Match": "\"\(cart.version)\""]
            let before = try await day(user).totals.kcal
            for _ in 0..<2 {
                let answer = try await user.http.post("/v1/diary/cart/checkout", order, key)
                #expect(answer.status == 200)
                let reply = try answer.decode(DiaryCartCheckout.Reply.self)
                #expect(reply.entries == reply.day.meals[3].entries.map(\.id))
                #expect(abs(reply.day.totals.kcal - before - cart.totals.kcal) < 0.005)
                #expect(reply.cart.items.isEmpty)
            }
            let empty = try await user.http.post("/v1/diary/cart/checkout", order)
            #expect(empty.status == 409)
            #expect(try await user.http.delete(path).status == 200)
        }
    }
}
