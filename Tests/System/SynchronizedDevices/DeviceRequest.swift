import Foundation
import MealwireCore
import SyncSimulation

/// A request of a device in the form of the HTTP interface.
struct DeviceRequest: Sendable {
    let method: String
    let path: String
    var body: Data?
    var headers: [String: String] = [:]

    /// Creates a request without a body.
    init(_ method: String, _ path: String) {
        (self.method, self.path) = (method, path)
    }

    /// Creates a request with a body in JSON.
    init(_ method: String, _ path: String, _ body: some Encodable) throws {
        self.init(method, path)
        self.body = try JSONEncoder().encode(body)
    }

    /// Creates the request for a call.
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - key: The idempotency key; nil for none.
    ///   - pageItems: The maximum number of changes in an answer.
    /// - Throws: An error of the encoder.
    init(_ call: DiarySync.Call, key: String?, pageItems: Int) throws {
        switch call {
        case .putEntry(let put):
            try self.init("PUT", "/v1/diary/entries/\(put.id)", EntryBody(put: put))
            require(put.version)
        case .removeEntry(let removal):
            self.init("DELETE", "/v1/diary/entries/\(removal.id)?ifAbsent=remember")
            require(removal.version)
        case .addMeasurement(let measurement):
            let body = MeasurementBody(kind: measurement.kind, value: measurement.value, at: measurement.at)
            try self.init("PUT", "/v1/profile/measurements/\(measurement.id)", body)
        case .removeMeasurement(let removal):
            self.init("DELETE", "/v1/profile/measurements/\(removal.id)?ifAbsent=remember")
        case .addWater(let water):
            try self.init("PUT", "/v1/diary/days/\(water.date)/water/\(water.id)", ["ml": water.ml])
        case .removeWater(let water): self.init("DELETE", "/v1/diary/days/\(water.date)/water/\(water.id)")
        case .changes(let changes):
            self.init("GET", "/v1/diary/changes?limit=\(pageItems)\(changes.cursor.map { "&since=\($0)" } ?? "")")
        case .measurements: self.init("GET", "/v1/profile/measurements?limit=500")
        }
        if let key { headers["Idempotency-Key"] = key }
    }

    /// The request without its idempotency key.
    var withoutKey: DeviceRequest {
        var request = self
        request.headers["Idempotency-Key"] = nil
        return request
    }

    private mutating func require(_ version: Int?) {
        if let version { headers["If-Match"] = "\"\(version)\"" }
    }

    private struct EntryBody: Encodable {
        enum CodingKeys: String, CodingKey {
            case date
            case meal
            case at
            case position
            case name
        }

        let put: DiarySync.PutCall

        /// Encodes an amount, or energy, beside the other fields.
        func encode(to encoder: any Encoder) throws {
            let content = put.content
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(content.date, forKey: .date)
            try container.encode(content.meal, forKey: .meal)
            try container.encode(content.at, forKey: .at)
            try container.encodeIfPresent(put.position, forKey: .position)
            try container.encodeIfPresent(content.name, forKey: .name)
            try content.amount?.encode(to: encoder)
            try content.energy?.encode(to: encoder)
        }
    }

    private struct MeasurementBody: Encodable {
        let kind: String
        let value: Double
        let at: String
    }
}

/// A reply to a request of a device.
struct DeviceReply: Sendable {
    let status: Int
    let body: Data
    /// The seconds of `Retry-After`.
    let retryAfter: Int?

    init(_ answer: HTTPClient.Answer) {
        status = answer.status
        body = answer.body
        retryAfter = answer.header("Retry-After").flatMap { Int($0) }
    }

    func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: body)
    }

    /// Whether a problem document says that the object was removed.
    fileprivate var saysRemoved: Bool {
        let problem = try? JSONSerialization.jsonObject(with: body) as? [String: Any]
        return problem?["current"] is NSNull
    }
}

extension DiarySync.Call {
    /// A problem document with the current entry.
    private struct Refusal: Decodable {
        let current: MealwireCore.DiaryEntry?
    }

    /// Returns what a reply means for the device.
    ///
    /// - Throws: A violation for a defect of the server; an error of the decoder.
    func answer(_ reply: DeviceReply) throws -> DiarySync.Answer {
        switch reply.status {
        case 200, 201: return try success(reply)
        case 204, 410: return .gone
        case 404 where isRemoval: return .gone
        case 409 where reply.saysRemoved: return .gone
        case 401: return .sessionOver
        case 412: return .changed(.init(current: try reply.decode(Refusal.self).current))
        case 429, 503: return .busy(.init(retryAfter: reply.retryAfter.map { $0 * 1_000 }))
        case 502, 504: return .failed
        case 400...499: return .refused(try reply.decode(Problem.self))
        default:
            let text = String(decoding: reply.body, as: UTF8.self)
            throw SyncViolation(invariant: .drains, detail: "\(reply.status) \(text) for \(self)")
        }
    }

    private func success(_ reply: DeviceReply) throws -> DiarySync.Answer {
        switch self {
        case .putEntry, .removeEntry: .entry(.init(entry: try reply.decode()))
        case .addMeasurement, .removeMeasurement: .measurement(.init(measurement: try reply.decode()))
        case .addWater, .removeWater: .day(.init(day: try reply.decode()))
        case .changes: .page(try reply.decode())
        case .measurements: .measurements(try reply.decode())
        }
    }

    private var isRemoval: Bool {
        switch self {
        case .removeEntry, .removeMeasurement, .removeWater: true
        default: false
        }
    }
}
