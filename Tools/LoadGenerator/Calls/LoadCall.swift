package import Contracts

/// One request of a run, usable over HTTP and as a message on the queue.
package struct LoadCall: Sendable {
    /// A field of a request.
    package struct Field: Sendable {
        package enum Location: Sendable {
            case path
            case query
            case body
        }

        package let name: String
        /// The value without quotes.
        package let text: String
        let isText: Bool
        let location: Location

        package static func path(_ name: String, _ text: String) -> Field {
            Field(name: name, text: text, isText: true, location: .path)
        }

        package static func query(_ name: String, _ text: String) -> Field {
            Field(name: name, text: text, isText: true, location: .query)
        }

        package static func query(_ name: String, _ number: Int) -> Field {
            Field(name: name, text: "\(number)", isText: false, location: .query)
        }

        package static func body(_ name: String, _ text: String) -> Field {
            Field(name: name, text: text, isText: true, location: .body)
        }

        /// Creates a body field with raw JSON: a number or an object.
        package static func body(_ name: String, json: String) -> Field {
            Field(name: name, text: json, isText: false, location: .body)
        }
    }

    /// The index of the scenario's action; nil for requests that are not counted.
    package var action: Int?
    package let method: Method
    package let verb: String
    /// The route with placeholders: `/v1/diary/days/{date}`.
    package let route: String
    package let fields: [Field]
    /// The index of the signed-in user; nil for requests without a user.
    package let person: Int?
    /// What the scenario records when the response arrives.
    package var effect: ResponseEffect
    /// Whether the body of the response is needed.
    package let keepsBody: Bool
    /// The complete body, used instead of fields.
    package let wholeBody: String?

    package init(
        _ method: Method,
        _ verb: String,
        _ route: String,
        _ fields: [Field] = [],
        action: Int? = nil,
        person: Int? = nil,
        effect: ResponseEffect = .nothing,
        keepsBody: Bool = false,
        wholeBody: String? = nil
    ) {
        self.action = action
        self.method = method
        self.verb = verb
        self.route = route
        self.fields = fields
        self.person = person
        self.effect = effect
        self.keepsBody = keepsBody
        self.wholeBody = wholeBody
    }
}

/// The effect of a response on the scenario's state of a user.
package enum ResponseEffect: Sendable, Equatable {
    case nothing
    /// A good response proves that the entry exists.
    case createdEntry(EntryID)
    /// The entry becomes available to other requests, whatever the response is.
    case changedEntry(EntryID)
    case filledCart
    case emptiedCart
}
