import Contracts
import Foundation
import FoundationNetworking
import TestSupport
import Testing

extension SystemTests {
    /// Profiles over HTTP, with the other processes that use them.
    struct Profiles {
        private static let profile = #""sex":"female","heightCm":170,"weightKg":60"#

        private func profile(_ user: User) async throws -> Profile {
            try await user.http.get("/v1/profile").decode(Profile.self)
        }

        private func todaysTarget(_ user: User) async throws -> Int? {
            try await user.http.get("/v1/diary/days/today").decode(DiaryDay.self).target?.dailyKcal
        }

        @Test func `a measured weight changes the profile, and its target reaches the diary`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let json = #"{"kind":"weight","value":70,"source":"scale","externalId":"1"}"#
                let first = try await user.http.post("/v1/profile/measurements", json)
                #expect(first.status == 201)
                let measured = try first.decode(Contracts.Measurement.self)
                let again = try await user.http.post("/v1/profile/measurements", json)
                #expect(try again.decode(Contracts.Measurement.self).id == measured.id)
                let heavy = try await profile(user)
                #expect(heavy.weightKg == 70)
                try await eventually("the diary knows the target", is: heavy.target?.dailyKcal) {
                    try await todaysTarget(user)
                }
                let list = try await user.http.get("/v1/profile/measurements?kind=weight&from=today&limit=5")
                #expect(try list.decode(ProfileMeasurementsList.Reply.self).items.map(\.value) == [70, 60])
                #expect(try await user.http.delete("/v1/profile/measurements/\(measured.id)").status == 204)
                #expect(try await profile(user).weightKg == 60)
                let wrong = try await user.http.post("/v1/profile/measurements", #"{"kind":"weight","value":1}"#)
                #expect(wrong.status == 422)
                #expect(try wrong.problem.fields == ["value"])
            }
        }

        @Test func `a manual target reaches the diary, with its weekdays, until it is reset`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let computed = try await profile(user).target?.dailyKcal
                let days = Weekday.allCases.map { #""\#($0.rawValue)":{"dailyKcal":2345}"# }.joined(separator: ",")
                let json = #"{"dailyKcal":1100,"weekdays":{\#(days)}}"#
                let answer = try await user.http.post("/v1/profile/targets", json)
                #expect(answer.status == 200)
                #expect(try answer.decode(TargetPeriod.self).weeklyKcal == 7 * 2_345)
                try await eventually("the diary knows the target", is: 2_345) { try await todaysTarget(user) }
                let low = try await user.http.post("/v1/profile/targets", #"{"dailyKcal":1100}"#)
                #expect(try low.decode(TargetPeriod.self).cautions?.map(\.code) == [.underFloor])
                #expect(try await user.http.delete("/v1/profile/targets").status == 200)
                #expect(try await profile(user).target?.dailyKcal == computed)
                try await eventually("the diary knows the target", is: computed) { try await todaysTarget(user) }
            }
        }

        @Test func `a profile is changed only at the current version`() async throws {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                let tag = try #require(try await user.http.get("/v1/profile").header("ETag"))
                let change = #"{"language":"uk"}"#
                let first = try await user.http.patch("/v1/profile", change, ["If-Match": tag])
                #expect(first.status == 200)
                #expect(first.header("ETag") != tag)
                #expect(try await user.http.patch("/v1/profile", change, ["If-Match": tag]).status == 412)
            }
        }

        @Test func `an image of several pages is cleaned, served at its signed URL, and erased with its account`()
            async throws
        {
            try await StackFixture.run { stack in
                let user = try await User.register(stack, "Anna", Self.profile)
                // One megabyte of entropy-coded data: three pages in each direction.
                let photo =
                    try TestPicture.file("photo.jpeg").dropLast(2) + Data(repeating: 0x11, count: 1_000_000) + [
                        0xFF, 0xD9,
                    ]
                let answer = try await user.put("/v1/profile/image", photo, "image/jpeg")
                #expect(answer.status == 200)
                let image = try answer.decode(ProfileImage.self)
                try stack.kill("profile")
                try stack.start("profile")
                try await stack.waitUntilReady()
                #expect(try await profile(user).imageURL == image.imageURL)
                let seen = try await stack.http.get(image.imageURL)
                #expect((seen.status, seen.body.count) == (200, image.bytes))
                #expect(seen.body.range(of: Data("SECRET".utf8)) == nil)
                #expect(seen.header("Content-Type") == "image/jpeg")
                #expect(seen.header("X-Content-Type-Options") == "nosniff")
                #expect(seen.header("Content-Security-Policy")?.contains("sandbox") == true)
                #expect(seen.header("Cache-Control")?.hasPrefix("private") == true)
                #expect(try await stack.http.get(image.imageURL + "0").status == 403)
                #expect(try await stack.http.get("/v1/profile/image/\(UserID.make())").status == 404)
                try await refusals(user, stack)
                let last = try await user.put("/v1/profile/image", photo, "image/jpeg").decode(ProfileImage.self)
                #expect(try await stack.http.get(last.imageURL).status == 200)
                #expect(try await stack.http.get(image.imageURL).status == 404)

                let deletion = try await user.http.post("/v1/account/deletion", #"{"password":"1234567A"}"#)
                #expect(deletion.status == 202)
                try await eventually("the image is erased", is: 404) {
                    try await stack.http.get(last.imageURL).status
                }
                try await eventually("the profile database does not name the deleted user") {
                    try stack.files(beginningWith: "profile.sqlite").allSatisfy { file in
                        let id = Data(user.session.user.id.description.utf8)
                        return try Data(contentsOf: file).range(of: id) == nil
                    }
                }
            }
        }

        private func refusals(_ user: User, _ stack: StackFixture) async throws {
            let png = try TestPicture.file()
            let cases: [(Data, String, Int)] = [
                (png, "application/json", 415), (Data("<svg/>".utf8), "image/png", 415),
                (png.prefix(300), "image/png", 422), (Data(), "image/png", 415),
                (Data(count: ImageTransfer.imageBytesMax + 1), "image/png", 413),
            ]
            for (body, type, status) in cases {
                #expect(try await user.put("/v1/profile/image", body, type).status == status)
            }
            let stranger = try User(http: stack.http, session: user.session)
            #expect(try await stranger.put("/v1/profile/image", png, "image/png").status == 401)
            #expect(try await user.put("/v1/profile/image", png, "image/png").status == 200)
            #expect(try await user.http.delete("/v1/profile/image").status == 204)
            #expect(try await profile(user).imageURL == nil)
        }
    }
}

extension User {
    /// Sends a body with PUT.
    func put(_ path: String, _ body: Data, _ type: String) async throws -> HTTPClient.Answer {
        try await http.send("PUT", path, body, type)
    }
}
