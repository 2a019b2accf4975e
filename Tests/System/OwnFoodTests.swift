import Contracts
import Foundation
import TestSupport
import Testing

extension SystemTests {
    /// Foods and recipes of users, over HTTP.
    struct OwnFoods {
        private static let profile = #""sex":"female","heightCm":170,"weightKg":60"#

        /// Returns the names of the foods that a search finds.
        private func names(_ user: User, _ query: String) async throws -> [String] {
            try await user.http.get("/v1/foods?q=\(query)").decode(CatalogSearch.Reply.self).items.map(\.name)
        }

        private func add(_ user: User, _ json: String) async throws -> Food {
            let answer = try await user.http.post("/v1/foods", json)
            guard answer.status == 201 else { throw UnexpectedAnswer(answer) }
            return try answer.decode()
        }

        @Test func `a user's own food is found at once by its owner, changed at its version, and hidden from others`()
            async throws
        {
            try await StackFixture.run { stack in
                let (owner, other) = (
                    try await User.register(stack, "Anna", Self.profile),
                    try await User.register(stack, "Boris", Self.profile)
                )
                let json = #"{"name":"Anna's granola","per":{"grams":50},"kcal":225,"servingG":50}"#
                let food = try await add(owner, json)
                #expect(food.kcal == 450)
                #expect(try await names(owner, "annas%20granola").first == "Anna's granola")
                #expect(try await !names(other, "annas%20granola").contains("Anna's granola"))
                #expect(try await other.http.get("/v1/foods/\(food.id)").status == 404)
                let tag = try #require(try await owner.http.get("/v1/foods/\(food.id)").header("ETag"))
                let change = #"{"name":"Anna's muesli"}"#
                let path = "/v1/foods/\(food.id)"
                #expect(try await owner.http.patch(path, change, ["If-Match": tag]).header("ETag") == "\"2\"")
                #expect(try await owner.http.patch(path, #"{"kcal":1}"#, ["If-Match": tag]).status == 412)
                #expect(try await other.http.patch(path, change).status == 404)
                let wrong = try await owner.http.post("/v1/foods", #"{"name":"","kcal":-1,"barcode":"1"}"#)
                #expect(wrong.status == 422)
                #expect(Set(try wrong.problem.fields) == ["name", "kcal", "barcode"])
                #expect(try await owner.http.delete(path).status == 204)
                #expect(try await !names(owner, "annas%20muesli").contains("Anna's muesli"))
            }
        }

        @Test func `a recipe is logged with the nutrients of its ingredients and stays logged after their removal`()
            async throws
        {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let rice = try await add(user, #"{"name":"Rice","kcal":360,"proteinG":7}"#)
                let oil = try await add(user, #"{"name":"Oil","kcal":900,"proteinG":0}"#)
                let parts = #"[{"foodId":"\#(rice.id)","grams":200},{"foodId":"\#(oil.id)","grams":20}]"#
                let json = #"{"name":"Plov","servings":3,"cookedGrams":600,"ingredients":\#(parts),"steps":["Stew."]}"#
                let answer = try await user.http.post("/v1/recipes", json)
                #expect(answer.status == 201)
                #expect(answer.header("ETag") == "\"1\"")
                let recipe = try answer.decode(Recipe.self)
                #expect((recipe.perServing.kcal, recipe.per100g.kcal) == (300, 150))
                #expect(recipe.incomplete.contains("fatG"))
                #expect(try await names(user, "plov").first == "Plov")
                let entry = #"{"meal":"lunch","foodId":"\#(recipe.id)","portion":"1 serving","quantity":2}"#
                let logged = try await user.http.post("/v1/diary/days/today/entries", entry)
                #expect(logged.status == 201)
                #expect(try await user.http.delete("/v1/foods/\(oil.id)").status == 204)
                #expect(try await user.http.get("/v1/recipes/\(recipe.id)").decode(Recipe.self) == recipe)
                #expect(try await user.http.delete("/v1/recipes/\(recipe.id)").status == 204)
                let day = try await user.http.get("/v1/diary/days/today").decode(DiaryDay.self)
                #expect(day.totals.kcal == 600)
                #expect(try await user.http.get("/v1/recipes").decode(CatalogRecipesList.Reply.self).items == [])
            }
        }

        @Test func `a food's image is served at its signed URL and erased with the account`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let food = try await add(user, #"{"name":"Zqvxwkjuice","kcal":45}"#)
                let answer = try await user.put("/v1/foods/\(food.id)/image", try TestPicture.file(), "image/png")
                #expect(answer.status == 200)
                #expect(answer.header("ETag") == "\"2\"")
                let address = try #require(try answer.decode(Food.self).imageURL)
                let seen = try await stack.http.get(address)
                #expect(seen.status == 200)
                #expect(seen.header("Content-Type") == "image/png")
                #expect(seen.body.range(of: Data("SECRET".utf8)) == nil)
                #expect(try await stack.http.get(address + "0").status == 403)
                let refused = try await user.put("/v1/foods/\(food.id)/image", Data("<svg/>".utf8), "image/png")
                #expect(refused.status == 415)
                let deletion = try await user.http.post("/v1/account/deletion", #"{"password":"1234567A"}"#)
                #expect(deletion.status == 202)
                try await eventually("the image is erased", is: 404) { try await stack.http.get(address).status }
            }
        }

        @Test func `an entry has the picture of its food, which stays after the food is removed`() async throws {
            try await StackFixture.run { stack in
                let (user, other) = (
                    try await User.register(stack, "Anna", Self.profile),
                    try await User.register(stack, "Boris", Self.profile)
                )
                let food = try await add(user, #"{"name":"Kulish","kcal":90}"#)
                let path = try #require(food.picture)
                let drawing = try await user.http.get(path)
                #expect((drawing.status, drawing.header("Content-Type")) == (200, "image/svg+xml"))
                #expect(drawing.header("X-Content-Type-Options") == "nosniff")
                #expect(drawing.header("Content-Security-Policy")?.hasPrefix("default-src 'none'") == true)
                #expect(drawing.header("Cache-Control") == "private, no-cache")
                #expect(try await stack.http.get(path).status == 401)

                let file = try TestPicture.file()
                #expect(try await user.put("/v1/foods/\(food.id)/image", file, "image/png").status == 200)
                let logged = #"{"meal":"lunch","foodId":"\#(food.id)","grams":200}"#
                let entry = try await user.http.post("/v1/diary/days/today/entries", logged).decode(DiaryEntry.self)
                #expect((entry.imageURL, entry.picture) == (nil, path))
                #expect(try await user.http.delete("/v1/foods/\(food.id)").status == 204)

                let day = try await user.http.get("/v1/diary/days/today")
                #expect(String(decoding: day.body, as: UTF8.self).contains(#""picture":"\#(path)""#))
                let picture = try await user.http.get(path)
                #expect((picture.status, picture.header("Content-Type")) == (200, "image/png"))
                let tag = try #require(picture.header("ETag"))
                let known = try await user.http.send("GET", path, nil, ["If-None-Match": tag])
                #expect((known.status, known.body.count) == (304, 0))
                let head = try await user.http.send("HEAD", path)
                #expect((head.status, head.body.count, head.header("ETag")) == (200, 0, tag))
                #expect(head.header("Content-Length") == "\(picture.body.count)")
                #expect(try await other.http.get(path).header("Content-Type") == "image/svg+xml")
                #expect(try await user.http.get("/v1/foods/none/picture").status == 404)
            }
        }

        @Test func `cart, entry, recent foods and a copied day have the uploaded picture of a removed food`()
            async throws
        {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let food = try await add(user, #"{"name":"Kulish","kcal":90}"#)
                let file = try TestPicture.file()
                #expect(try await user.put("/v1/foods/\(food.id)/image", file, "image/png").status == 200)
                let item = "/v1/diary/cart/items/\(food.id)"
                #expect(try await user.http.send("PUT", item, #"{"grams":100}"#).status == 200)
                let logged = #"{"meal":"lunch","foodId":"\#(food.id)","grams":200}"#
                #expect(try await user.http.post("/v1/diary/days/2026-03-10/entries", logged).status == 201)
                #expect(try await user.http.delete("/v1/foods/\(food.id)").status == 204)
                let copy = "/v1/diary/days/2026-03-11/copy"
                #expect(try await user.http.post(copy, #"{"from":"2026-03-10"}"#).status == 200)

                func day(_ date: String) async throws -> [DiaryEntry] {
                    let day = try await user.http.get("/v1/diary/days/\(date)").decode(DiaryDay.self)
                    return day.meals.flatMap(\.entries)
                }
                let cart = try await user.http.get("/v1/diary/cart").decode(Cart.self)
                let recents = try await user.http.get("/v1/foods/recent").decode(DiaryFoodsRecent.Reply.self)
                let paths: [String: [String?]] = [
                    "cart": cart.items.map(\.picture), "recents": recents.items.map(\.picture),
                    "entry": try await day("2026-03-10").map(\.picture),
                    "copy": try await day("2026-03-11").map(\.picture),
                ]
                for (place, paths) in paths {
                    #expect(paths.count == 1, "\(place)")
                    let path = try #require(paths.first ?? nil, "\(place)")
                    let picture = try await user.http.get(path)
                    #expect((picture.status, picture.header("Content-Type")) == (200, "image/png"), "\(place)")
                }
            }
        }

        @Test func `staff change the list of healthy foods, which every user reads in their language`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let reader = try await User.register(stack, "Boris", Self.profile)
                let email = user.session.user.email
                let list = try await user.http.get("/v1/foods/healthy?language=uk").decode(
                    CatalogHealthyList.Reply.self
                )
                let food = try #require(list.items.first)
                #expect(list.items.count >= 60)
                let path = "/v1/foods/healthy/\(food.id)"
                #expect(try await user.http.patch(path, #"{"kcal":1}"#).status == 403)
                let outcome = try CommandLineTool.run([
                    "admin", "users", "role", email, "staff", "--data", stack.directory,
                ])
                try #require(outcome.status == 0, "\(outcome.errors)")
                let login = #"{"email":"\#(email)","password":"1234567A"}"#
                let session = try await stack.http.post("/v1/auth/login", login).decode(Session.self)
                let staff = stack.http.with(token: session.accessToken)
                #expect(try await staff.patch(path, #"{"kcal":1}"#, ["If-Match": "\"1\""]).status == 200)
                #expect(try await staff.patch(path, #"{"kcal":2}"#, ["If-Match": "\"1\""]).status == 412)
                #expect(try await reader.http.get(path).decode(HealthyFood.self).kcal == 1)
                // Seeding at the next start must not undo the change.
                try stack.kill("food-catalog")
                try stack.start("food-catalog")
                try await stack.waitUntilReady()
                #expect(try await staff.get(path).decode(HealthyFood.self).kcal == 1)
                #expect(try await staff.delete(path).status == 204)
                #expect(try await staff.get(path).status == 404)
                #expect(try await staff.get("/v1/foods/\(try #require(food.foodId))").status == 200)
            }
        }
    }
}
