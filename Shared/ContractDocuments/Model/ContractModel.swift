package import Contracts
import FoundationEssentials

/// Everything that processes know of each other, as data: what the document is written from, and what is compared.
package struct ContractModel: Codable, Equatable, Sendable {
    /// A method: what is fixed about it, its request and its reply.
    package struct Operation: Codable, Equatable, Sendable {
        package var service: ServiceName
        package var effect: Contracts.Method.Effect
        package var access: Contracts.Method.Access
        package var timeoutMs: Int
        package var request: ValueShape
        package var reply: ValueShape
    }

    /// What stands around payloads.
    package struct Frame: Codable, Equatable, Sendable {
        package var requestHeader: ValueShape
        package var replyHeader: ValueShape
        package var error: ValueShape
        package var event: ValueShape
        package var beacon: ValueShape
    }

    /// By the name of the method.
    package var methods: [String: Operation]
    /// Payloads by the type of event.
    package var events: [String: ValueShape]
    package var frame: Frame
    package var types: [String: TypeShape]

    /// The baseline that text holds.
    package init(baseline: String) throws {
        self = try JSONDecoder().decode(ContractModel.self, from: Data(baseline.utf8))
    }

    init(methods: [String: Operation], events: [String: ValueShape], frame: Frame, types: [String: TypeShape]) {
        self.methods = methods
        self.events = events
        self.frame = frame
        self.types = types
    }

    /// The model as the baseline keeps it: JSON with sorted keys.
    package func baseline() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    }
}
