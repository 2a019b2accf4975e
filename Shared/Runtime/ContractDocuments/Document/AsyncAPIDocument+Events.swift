import Contracts

/// Published messages: beacons, which trigger a poll, and copies of events for observers.
extension AsyncAPIDocument {
    private static let beacon = "beacon"

    private var events: [(key: String, value: ValueShape)] { model.events.sorted { $0.key < $1.key } }

    /// The topics: a copy of each event, and the beacon of each publisher.
    private var topics: [(topic: String, message: String)] {
        let copies = events.map { Self.topic($0.key) }.map { (topic: $0, message: $0) }
        let beacons = API.publishers.map(Beacon.topic)
        return copies + beacons.sorted().map { ($0, Self.beacon) }
    }

    var eventChannels: [YAML.Entry] {
        topics.map { topic, message in
            .init(topic, channel(address: topic, servers: ["eventsIn", "eventsOut"], messages: [message]))
        }
    }

    var eventOperations: [YAML.Entry] {
        topics.map { topic, message in
            let messages: YAML = [.reference("channels", topic, "messages", message)]
            return .init(
                topic,
                ["action": "send", "channel": .reference("channels", topic), "messages": messages]
            )
        }
    }

    /// Each event is a CloudEvents envelope; its `data` is the JSON of the payload, as text.
    var eventMessages: [YAML.Entry] {
        events.map { type, payload in
            let rest: YAML = [
                "properties": [
                    "specversion": ["const": "1.0"],
                    "type": ["const": .string(type)],
                    "data": ["contentMediaType": "application/json", "contentSchema": schemas.schema(of: payload)],
                ]
            ]
            return message(Self.topic(type), Self.all(schemas.schema(of: model.frame.event), rest))
        } + [message(Self.beacon, schemas.schema(of: model.frame.beacon))]
    }

    private static func topic(_ type: String) -> String { EventType(rawValue: type).topic }
}
