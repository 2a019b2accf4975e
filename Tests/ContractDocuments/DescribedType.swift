import ContractDocuments
import Contracts
import Foundation
import JSONCoding
import MessageBus
import Observability

/// A type of message content: its description in the model and its actual coding.
struct DescribedType {
    /// The reference of its schema in the document.
    let schema: String
    let shape: ValueShape
    /// Whether it is decoded strictly.
    let isStrict: Bool
    /// Decodes JSON and encodes the value again; nil if decoding fails.
    let rewritten: (String) -> String?
    /// Decodes JSON and returns whether the fast encoder writes the value as Foundation's does; nil if decoding fails.
    let isEncodedAsByFoundation: (String) -> Bool?

    private init<Value: Codable>(_ type: Value.Type, _ schema: String, _ shape: ValueShape, isStrict: Bool) {
        self.schema = schema
        self.shape = shape
        self.isStrict = isStrict
        let read = { (json: String) -> Value? in
            let bytes = Array(json.utf8)
            return try? isStrict ? PayloadCoder.decode(type, from: bytes) : PayloadCoder.decodeReply(type, from: bytes)
        }
        rewritten = { json in read(json).flatMap { try? String(decoding: PayloadCoder.encode($0), as: UTF8.self) } }
        isEncodedAsByFoundation = { json in
            guard let value = read(json) else { return nil }
            guard let bytes = PlainJSON.bytes(of: value),
                let again = try? PayloadCoder.decodeReplyByFoundation(type, from: bytes),
                let (encoded, encodedAgain) = try? (Self.sorted(value), Self.sorted(again))
            else { return false }
            return encoded == encodedAgain
        }
    }

    private static func sorted(_ value: some Encodable) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(value)
    }

    /// The types of all messages; nested types are covered by them.
    static func all(_ model: ContractModel) -> [DescribedType] {
        let methods = API.contracts.flatMap { described($0, model) } + inspections(model)
        let frame = [
            DescribedType(RequestHeader.self, schema("RequestHeader"), model.frame.requestHeader, isStrict: true),
            DescribedType(ReplyHeader.self, schema("ReplyHeader"), model.frame.replyHeader, isStrict: false),
            DescribedType(ServiceError.self, payload("error"), model.frame.error, isStrict: false),
            DescribedType(Event.self, schema("Event"), model.frame.event, isStrict: false),
            DescribedType(Beacon.self, payload("beacon"), model.frame.beacon, isStrict: false),
        ]
        let events = [
            described(AccountCreated.self, model), described(ProfileChanged.self, model),
            described(TargetChanged.self, model), described(DayChanged.self, model),
            described(FoodLogged.self, model),
        ]
        return methods + frame + events
    }

    /// The methods that every service has, for one service as an example.
    private static func inspections(_ model: ContractModel) -> [DescribedType] {
        described(EventsSince.method(of: .diary), EventsSince.self, EventsSince.Reply.self, model)
            + described(ExportPage.method(of: .diary), ExportPage.self, ExportPage.Reply.self, model)
            + described(BrokerStatus.method, BrokerStatus.self, BrokerStatus.Reply.self, model)
            + described(Ping.method(of: .diary), Ping.self, Ping.Reply.self, model)
            + described(ServiceInfo.method(of: .diary), ServiceInfo.self, ServiceInfo.Reply.self, model)
            + described(ServiceStats.method(of: .diary), ServiceStats.self, ServiceStats.Reply.self, model)
    }

    private static func described<Request: Contract>(_ type: Request.Type, _ model: ContractModel) -> [DescribedType] {
        described(Request.method, type, Request.Reply.self, model)
    }

    private static func described<Request: Codable, Reply: Codable>(
        _ method: Contracts.Method,
        _ request: Request.Type,
        _ reply: Reply.Type,
        _ model: ContractModel
    ) -> [DescribedType] {
        guard let operation = model.methods[method.name] else { return [] }
        return [
            DescribedType(request, payload("\(method.name).request"), operation.request, isStrict: true),
            DescribedType(reply, payload("\(method.name).reply"), operation.reply, isStrict: false),
        ]
    }

    private static func described<Payload: EventPayload>(
        _ type: Payload.Type,
        _ model: ContractModel
    ) -> DescribedType {
        let shape = model.events[Payload.type.rawValue] ?? .named("")
        return DescribedType(type, schema("\(shape)"), shape, isStrict: false)
    }

    private static func payload(_ message: String) -> String { "#/components/messages/\(message)/payload" }
    private static func schema(_ name: String) -> String { "#/components/schemas/\(name)" }
}
