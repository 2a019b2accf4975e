import Foundation
import MealwireCore

/// A rule of the requests that is broken on purpose, to prove that the simulation notices it.
enum LineDefect: String, CaseIterable, Sendable {
    /// A repeated creation has a new id.
    case givesNewIDs
    /// Water is set as a sum, without the id of the addition.
    case sumsWater
    /// A creation that arrives after the removal counts, as if the server had forgotten the removal.
    case forgetsRemovals

    /// Breaks a request.
    ///
    /// - Parameters:
    ///   - call: What the device requests.
    ///   - isRepeated: Whether the device has sent the request before.
    ///   - days: The days on the server.
    /// - Returns: The request; nil for a call that the defect does not concern.
    /// - Throws: An error of the encoder.
    func request(for call: DiarySync.Call, isRepeated: Bool, days: [String: DayExtras]) throws -> DeviceRequest? {
        switch (self, call) {
        case (.givesNewIDs, .putEntry(var put)) where isRepeated && put.version == nil:
            put.id = Self.otherID(put.id)
            return try DeviceRequest(.putEntry(put), key: nil, pageItems: 1)
        case (.givesNewIDs, .addWater(var water)) where isRepeated:
            water.id = Self.otherID(water.id)
            return try DeviceRequest(.addWater(water), key: nil, pageItems: 1)
        case (.givesNewIDs, .addMeasurement(var measurement)) where isRepeated:
            measurement.id = Self.otherID(measurement.id)
            return try DeviceRequest(.addMeasurement(measurement), key: nil, pageItems: 1)
        case (.sumsWater, .addWater(let water)): return try Self.sum(water, 1, days)
        case (.sumsWater, .removeWater(let water)): return try Self.sum(water, -1, days)
        case (.forgetsRemovals, .putEntry(let put)) where put.version == nil:
            var request = try DeviceRequest(call, key: nil, pageItems: 1)
            request.headers["If-Match"] = "*"
            return request
        default: return nil
        }
    }

    /// Returns an id with other random digits at its end.
    private static func otherID(_ id: String) -> String {
        "\(id.prefix(24))\(UUID().uuidString.lowercased().suffix(12))"
    }

    private static func sum(_ water: WaterAddition, _ sign: Int, _ days: [String: DayExtras]) throws -> DeviceRequest {
        let ml = max(0, (days[water.date]?.waterMl ?? 0) + sign * water.ml)
        return try DeviceRequest("PUT", "/v1/diary/days/\(water.date)/water", ["ml": ml])
    }
}
