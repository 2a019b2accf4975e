import ContractDocuments
import Contracts
import Foundation
import JSONCoding
import Profile
import Testing

/// Every field of a change of the profile takes effect.
///
/// The fields are those that the type itself reads, so that a new one is tested without a change here.
@Suite struct ProfileFieldsTests {
    /// Values of fields that allow only some; others get a text.
    private static var values: [String: Any] {
        [
            "sex": "female", "birthDate": "1990-05-06", "heightCm": 171.5, "weightKg": 71.5, "goalWeightKg": 65.5,
            "bodyFatPercent": 25.5, "activityLevel": "moderate", "goal": "lose", "formula": "katchMcArdle",
            "units": "imperial", "timeZone": "Europe/Kyiv", "dayStartHour": 4, "weekStart": 7, "language": "uk",
            "allergens": ["milk"], "dislikes": ["Celery"], "shares": ["leaderboard": true, "foods": true],
        ]
    }

    private static func json(_ object: Any) throws -> String {
        let options: JSONSerialization.WritingOptions = [.sortedKeys, .fragmentsAllowed]
        return String(decoding: try JSONSerialization.data(withJSONObject: object, options: options), as: UTF8.self)
    }

    @Test func `every field of a change is in the profile afterwards`() async throws {
        let recorder = ShapeRecorder()
        let shape = try recorder.shape(of: ProfileChange.self)
        guard case .object(let fields) = recorder.types[shape.description] else {
            Issue.record("A change of the profile is no object.")
            return
        }
        for field in fields {
            let value = Self.values[field.name] ?? "Sample \(field.name)"
            let change = try PayloadCoder.decode(
                ProfileChange.self,
                from: Array(try Self.json([field.name: value]).utf8)
            )
            try await ProfileFixture.use { profiles in
                // The formula of the sample needs the body fat.
                try await profiles.update { $0.bodyFatPercent = .set(20) }
                let profile = try await profiles.service.update(ProfileUpdate(change), profiles.context())
                let text = try PayloadCoder.encode(profile)
                let reply = try #require(try JSONSerialization.jsonObject(with: Data(text)) as? [String: Any])
                let stored = try Self.json(try #require(reply[field.name]))
                #expect(stored == (try Self.json(value)), "\(field.name)")
            }
        }
    }
}
