import Contracts

/// The contracts as an AsyncAPI 3 document, from the perspective of the services: they receive requests and send
/// events.
package struct AsyncAPIDocument {
    /// The first lines of the file, as comments.
    private static let heading = """
        # Written by scripts/contracts from Shared/Base/Contracts; change the Swift there and run it again.

        """

    /// The sockets of a stack, by purpose, relative to its data directory.
    package static let sockets = [
        "requests": "/run/requests.sock", "eventsIn": "/run/events-in.sock", "eventsOut": "/run/events-out.sock",
    ]

    private static let frames = """
        Messages are multipart messages of ZMTP 3.1 in the frames of the Majordomo Protocol 0.2 (ZeroMQ RFC 18); header \
        and payload are one frame of JSON each. A reply with another status than ok contains an Error. See \
        docs/reference/wire-protocol.md.
        """

    private static let requestID = "requestId"

    let model: ContractModel
    let schemas: JSONSchemaWriter

    package init(_ model: ContractModel) {
        self.model = model
        schemas = JSONSchemaWriter(model)
    }

    /// The text of `Shared/Base/Contracts/asyncapi.yaml`.
    package var text: String { Self.heading + yaml.text }

    package var yaml: YAML {
        [
            "asyncapi": "3.0.0",
            "info": [
                "title": "Mealwire", "version": .string(Release.version), "description": .string(Self.frames),
            ],
            "defaultContentType": "application/json",
            "servers": [
                "requests": server("requests", "Requests and replies of clients and workers: DEALER or REQ."),
                "eventsIn": server("eventsIn", "Publications of services: PUB."),
                "eventsOut": server("eventsOut", "Subscriptions: SUB."),
            ],
            "channels": .map(serviceChannels + eventChannels),
            "operations": .map(methods.map { .init($0.key, operation($0.key, $0.value)) } + eventOperations),
            "components": [
                "messages": .map(methods.flatMap { messages($0.key, $0.value) } + [errorMessage] + eventMessages),
                "schemas": schemas.schemas,
                "correlationIds": [
                    Self.requestID: [
                        "description": "A reply has the id of its request; a retry has the id of the first attempt.",
                        "location": "$message.header#/id",
                    ]
                ],
            ],
        ]
    }

    private var methods: [(key: String, value: ContractModel.Operation)] {
        model.methods.sorted { $0.key < $1.key }
    }

    private func server(_ name: String, _ description: String) -> YAML {
        [
            "host": "{data}",
            "pathname": .string(Self.sockets[name] ?? ""),
            "protocol": "ipc",
            "protocolVersion": "ZMTP 3.1",
            "description": .string(description),
            "variables": ["data": ["description": "The data directory of the stack.", "default": "data"]],
        ]
    }

    private var serviceChannels: [YAML.Entry] {
        Set(model.methods.values.map(\.service.rawValue)).sorted().map { service in
            let names = methods.filter { $0.value.service.rawValue == service }.map(\.key)
            let messages = names.flatMap { [Self.request($0), Self.reply($0)] } + ["error"]
            return .init(service, channel(address: service, servers: ["requests"], messages: messages))
        }
    }

    func channel(address: String, servers: [String], messages: [String]) -> YAML {
        [
            "address": .string(address),
            "servers": .list(servers.map { .reference("servers", $0) }),
            "messages": .map(messages.map { .init($0, .reference("components", "messages", $0)) }),
        ]
    }

    private func operation(_ name: String, _ method: ContractModel.Operation) -> YAML {
        let channel = method.service.rawValue
        return [
            "action": "receive",
            "channel": .reference("channels", channel),
            "messages": [.reference("channels", channel, "messages", Self.request(name))],
            "reply": [
                "channel": .reference("channels", channel),
                "messages": [
                    .reference("channels", channel, "messages", Self.reply(name)),
                    .reference("channels", channel, "messages", "error"),
                ],
            ],
            "x-effect": .string(method.effect.rawValue),
            "x-access": .string(method.access.rawValue),
            "x-timeout-ms": .integer(method.timeoutMs),
        ]
    }

    private func messages(_ name: String, _ method: ContractModel.Operation) -> [YAML.Entry] {
        [
            message(Self.request(name), header: requestHeader(name, method), schemas.schema(of: method.request)),
            message(Self.reply(name), header: replyHeader(status: ["const": "ok"]), schemas.schema(of: method.reply)),
        ]
    }

    private var errorMessage: YAML.Entry {
        let status: YAML = .reference("components", "schemas", "ErrorCode")
        return message("error", header: replyHeader(status: status), schemas.schema(of: model.frame.error))
    }

    private func requestHeader(_ name: String, _ method: ContractModel.Operation) -> YAML {
        var required: [YAML] = ["method"]
        if method.access == .user { required.append("principal") }
        return Self.all(
            schemas.schema(of: model.frame.requestHeader),
            ["required": .list(required), "properties": ["method": ["const": .string(name)]]]
        )
    }

    private func replyHeader(status: YAML) -> YAML {
        Self.all(schemas.schema(of: model.frame.replyHeader), ["properties": ["status": status]])
    }

    /// Narrows a shape by further constraints.
    static func all(_ shape: YAML, _ rest: YAML) -> YAML {
        ["type": "object", "allOf": [shape, rest]]
    }

    /// A message; requests and replies are correlated by the id in their headers.
    func message(_ name: String, header: YAML? = nil, _ payload: YAML) -> YAML.Entry {
        var entries = [YAML.Entry("name", .string(name))]
        if let header {
            entries.append(.init("headers", header))
            entries.append(.init("correlationId", .reference("components", "correlationIds", Self.requestID)))
        }
        entries.append(.init("payload", payload))
        return .init(name, .map(entries))
    }

    private static func request(_ method: String) -> String { "\(method).request" }
    private static func reply(_ method: String) -> String { "\(method).reply" }
}
