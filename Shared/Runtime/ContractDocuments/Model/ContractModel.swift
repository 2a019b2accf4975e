package import Contracts
import FoundationEssentials

/// All contracts between processes and with HTTP clients, as data: the document is written from it, and versions are
/// compared by it.
package struct ContractModel: Codable, Equatable, Sendable {
    /// A method's properties, request and reply.
    package struct Operation: Codable, Equatable, Sendable {
        package var service: ServiceName
        package var effect: Contracts.Method.Effect
        package var access: Contracts.Method.Access
        package var timeoutMs: Int
        package var request: ValueShape
        package var reply: ValueShape
    }

    /// The parts of messages around payloads.
    package struct Frame: Codable, Equatable, Sendable {
        package var requestHeader: ValueShape
        package var replyHeader: ValueShape
        package var error: ValueShape
        package var event: ValueShape
        package var beacon: ValueShape
    }

    /// Methods by name.
    package var methods: [String: Operation]
    /// Payloads by event type.
    package var events: [String: ValueShape]
    package var frame: Frame
    package var types: [String: TypeShape]
    /// The HTTP interface; nil in a baseline from before it was part of baselines.
    package var http: HTTPInterface?

    /// Decodes a committed baseline.
    package init(baseline: String) throws {
        self = try JSONDecoder().decode(ContractModel.self, from: Data(baseline.utf8))
    }

    init(
        methods: [String: Operation],
        events: [String: ValueShape],
        frame: Frame,
        types: [String: TypeShape],
        http: HTTPInterface
    ) {
        self.methods = methods
        self.events = events
        self.frame = frame
        self.types = types
        self.http = http
    }

    /// Encodes the model for the baseline: JSON with sorted keys.
    package func baseline() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
}
