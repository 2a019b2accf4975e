import Contracts
import Foundation
import Testing

extension SystemFaultTests {
    /// Invalid requests and their errors.
    ///
    /// Cases that need no stack have tests of their own:
    ///
    /// | case | tests |
    /// | --- | --- |
    /// | an id in use with other content: 409 with what is stored | `EarlyRemovalTests`, `PutEntryTests`, |
    /// | | `PutMeasurementTests`, `MeasurementTests`, `WaterAdditionTests`, `MakePlanTests`, `OwnFoodTests`, |
    /// | | `RecipeTests` |
    /// | a removal that overtakes its creation | `EarlyRemovalTests`, `PutMeasurementTests`, `WaterAdditionTests` |
    /// | an import of ids that exist, were removed, or are of another user | `ApplyTests`, `RoundTripTests` |
    /// | a refused line or file of an import | `ImportRefusalTests`, `ImportMutationTests` |
    /// | more favourites than allowed | `FavouriteTests` |
    /// | a picture that is none, or of 100 MB | `ImageTests`, `FoodImageTests`, `PagedBodyTests` |
    /// | a certificate that does not fit its key | `ServerCertificateTests` |
    struct BadInput {
        private static let profile = #""sex":"female","heightCm":165,"weightKg":65"#
        private static let good =
            #"{"sex":"male","age":30,"heightCm":180,"weightKg":80,"activityLevel":"light","goal":"keep"}"#

        @Test func `each invalid request gets its error, and the stack stays ready`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Cleo", Self.profile)
                try await shapes(stack)
                try await numbers(stack)
                try await sizesAndTypes(stack)
                try await sizesBelowAuth(stack, user)
                try await tokens(stack, user)
                try await routes(stack)
                try await conditions(user)
                try await entries(stack, user)
                try await registration(stack, user)
                #expect(try await stack.http.get("/health/ready").status == 200)
                #expect(stack.names.allSatisfy(stack.isRunning))
            }
        }

        private func calculate(_ stack: StackFixture, _ json: String) async throws -> (Int, HTTPClient.ProblemDocument)
        {
            let answer = try await stack.http.post("/v1/calculator/target", json)
            #expect(answer.header("Content-Type") == "application/problem+json")
            return (answer.status, try answer.problem)
        }

        private func shapes(_ stack: StackFixture) async throws {
            for json in ["", "{", "[]", "nope", "{}{}", #"{"sex":"male""#] {
                let (status, problem) = try await calculate(stack, json)
                #expect(status == 400)
                #expect(problem.code == .malformed)
            }
            let mistyped = try await calculate(stack, Self.good.replacing("180", with: #""tall""#))
            #expect(mistyped.0 == 400)
            #expect(mistyped.1.fields == ["heightCm"])
            let missing = try await calculate(stack, Self.good.replacing(#""weightKg":80,"#, with: ""))
            #expect(missing.0 == 400)
            #expect(missing.1.fields == ["weightKg"])
            let unknown = try await calculate(stack, Self.good.replacing("{", with: #"{"shoeSize":44,"#))
            #expect(unknown.0 == 400)
            #expect(unknown.1.fields == ["shoeSize"])
        }

        private func numbers(_ stack: StackFixture) async throws {
            let range = try await calculate(
                stack,
                Self.good.replacing("180", with: "30").replacing(":80", with: ":1e9")
            )
            #expect(range.0 == 422)
            #expect(range.1.fields.sorted() == ["heightCm", "weightKg"])
            for number in ["NaN", "Infinity", "1e999", "-1e999", "1e"] {
                let (status, problem) = try await calculate(stack, Self.good.replacing("180", with: number))
                #expect(status == 400, "\(number)")
                #expect(problem.code == .malformed)
            }
            let date = Self.good.replacing(#""age":30"#, with: #""birthDate":"2001-02-29""#)
            let (status, problem) = try await calculate(stack, date)
            #expect(status == 400)
            #expect(problem.fields == ["birthDate"])
        }

        private func sizesAndTypes(_ stack: StackFixture) async throws {
            let big = #"{"sex":"\#(String(repeating: "x", count: 1 << 20))"}"#
            #expect(try await stack.http.post("/v1/calculator/target", big).status == 413)
            let form = try await stack.http.post(
                "/v1/calculator/target",
                "sex=male",
                ["Content-Type": "application/x-www-form-urlencoded"]
            )
            #expect(form.status == 415)
        }

        /// Bodies of auth are held in memory before a sender is known, and those of an open connection are not counted.
        private func sizesBelowAuth(_ stack: StackFixture, _ user: User) async throws {
            func padded(to bytes: Int) -> String {
                let (start, end) = (#"{"padding":""#, #""}"#)
                return start + String(repeating: "x", count: bytes - start.utf8.count - end.utf8.count) + end
            }
            let (fitting, tooLong) = (padded(to: 16 << 10), padded(to: (16 << 10) + 1))
            let open = [
                "login", "login/totp", "register", "refresh", "email-status", "password/forgot", "password/reset",
            ]
            for path in open {
                let answer = try await stack.http.post("/v1/auth/\(path)", tooLong)
                #expect(answer.status == 413, "\(path)")
                #expect(try answer.problem.code == .tooLarge, "\(path)")
                #expect(try await stack.http.post("/v1/auth/\(path)", fitting).status != 413, "\(path)")
            }
            for (method, path) in [("PUT", "password"), ("PUT", "email"), ("POST", "tokens"), ("POST", "totp")] {
                let answer = try await user.http.send(method, "/v1/auth/\(path)", tooLong)
                #expect(answer.status == 413, "\(path)")
            }
            // Behind a sign-in, other services accept more.
            #expect(try await user.http.patch("/v1/profile", tooLong).status != 413)
        }

        private func tokens(_ stack: StackFixture, _ user: User) async throws {
            let token = user.session.accessToken
            let parts = token.split(separator: ".")
            let forged = [String(parts[0]), String(parts[1]), String(parts[2].reversed())].joined(separator: ".")
            for bad in [nil, "", "x", "a.b.c", forged, "\(parts[0]).\(parts[1]).", String(token.dropLast(4))] {
                let answer = try await stack.http.with(token: bad).get("/v1/profile")
                #expect(answer.status == 401, "\(bad ?? "none")")
                #expect(try answer.problem.code == .unauthenticated)
            }
            #expect(try await user.http.get("/v1/profile").status == 200)
        }

        private func routes(_ stack: StackFixture) async throws {
            let unknown = try await stack.http.get("/v1/nothing")
            #expect(unknown.status == 404)
            #expect(try unknown.problem.code == .notFound)
            let method = try await stack.http.send("PUT", "/v1/profile", "{}")
            #expect(method.status == 405)
            #expect(method.header("Allow") == "GET, HEAD, PATCH")
            let trace = try await stack.http.send("TRACE", "/v1/profile")
            #expect(trace.status == 405)
            #expect(trace.header("Allow") == "GET, HEAD, PATCH")
            #expect(try await stack.http.send("HEAD", "/v1/profile").status == 401)
        }

        private func conditions(_ user: User) async throws {
            for tag in ["1\"2", "W/\"1\"", "1", "\"1\", \"2\"", "\"x\""] {
                let answer = try await user.http.patch("/v1/profile", #"{"weightKg":66}"#, ["If-Match": tag])
                #expect(answer.status == 400, "\(tag)")
                #expect(try answer.problem.fields == ["If-Match"], "\(tag)")
            }
            let get = try await user.http.get("/v1/profile")
            let head = try await user.http.send("HEAD", "/v1/profile")
            #expect((head.status, head.body.count) == (200, 0))
            #expect(head.header("ETag") != nil && head.header("ETag") == get.header("ETag"))
        }

        private func entries(_ stack: StackFixture, _ user: User) async throws {
            let added = try await user.http.post(
                "/v1/diary/days/2026-11-20/entries",
                #"{"meal":"lunch","name":"Soup","kcal":200}"#
            )
            let entry = try added.decode(DiaryEntry.self)
            let other = try await User.register(stack, "Dora", Self.profile)
            for answer in [
                try await other.http.patch("/v1/diary/entries/\(entry.id)", #"{"kcal":1}"#),
                try await other.http.delete("/v1/diary/entries/\(entry.id)"),
                try await user.http.delete("/v1/diary/entries/\(EntryID.make())"),
            ] {
                #expect(answer.status == 404)
            }
            let badID = try await user.http.delete("/v1/diary/entries/12")
            #expect(badID.status == 400)
            #expect(try badID.problem.fields == ["id"])
            for date in ["2026-02-30", "yesterday", "20261120"] {
                let answer = try await user.http.get("/v1/diary/days/\(date)")
                #expect(answer.status == 400)
                #expect(try answer.problem.fields == ["date"])
            }
            let smuggled = try await user.http.post(
                "/v1/diary/days/2026-11-20/entries",
                #"{"date":"2026-11-19","meal":"lunch","name":"Soup","kcal":200}"#
            )
            #expect(smuggled.status == 400)
            let query = try await user.http.get("/v1/foods?q=rice&colour=red")
            #expect(query.status == 400)
            #expect(try query.problem.fields == ["colour"])
        }

        private func registration(_ stack: StackFixture, _ user: User) async throws {
            let json = """
                {"email":"no address","password":"short","passwordConfirmation":"other","name":"Al","weightKg":1}
                """
            let answer = try await stack.http.post("/v1/auth/register", json)
            #expect(answer.status == 422)
            let fields = Set(try answer.problem.fields)
            #expect(fields.isSuperset(of: ["email", "password", "passwordConfirmation", "name", "weightKg"]))
            let taken = try await stack.http.post(
                "/v1/auth/register",
                """
                {"email":"\(user.session.user.email)","password":"1234567A","passwordConfirmation":"1234567A","name":"Cleo"}
                """
            )
            #expect(taken.status == 409)
        }
    }
}
