package import Contracts

/// One request of a run, as HTTP through the gateway and as a message straight on the queue.
package struct LoadCall: Sendable {
    /// A field of a request.
    package struct Field: Sendable {
        package enum Place: Sendable {
            case path
            case query
            case body
        }

        let name: String
        /// Without quotes.
        let text: String
        let isText: Bool
        let place: Place

        package static func path(_ name: String, _ text: String) -> Field {
            Field(name: name, text: text, isText: true, place: .path)
        }

        package static func query(_ name: String, _ text: String) -> Field {
            Field(name: name, text: text, isText: true, place: .query)
        }

        package static func query(_ name: String, _ number: Int) -> Field {
            Field(name: name, text: "\(number)", isText: false, place: .query)
        }

        package static func body(_ name: String, _ text: String) -> Field {
            Field(name: name, text: text, isText: true, place: .body)
        }

        /// A field with a value as it is to stand in the body: a number, an object.
        package static func body(_ name: String, json: String) -> Field {
            Field(name: name, text: json, isText: false, place: .body)
        }
    }

    /// Which kind of action it belongs to; nil for what is not counted.
    package var action: Int?
    package let method: Method
    package let verb: String
    /// As the gateway's route is written: `/v1/diary/days/{date}`.
    package let route: String
    package let fields: [Field]
    /// By their place among the run's people; nil where nobody needs to be signed in.
    package let person: Int?
    /// What the scenario learns when it was answered.
    package var note: LoadNote
    /// Whether the answer is to be kept, and not only counted.
    package let keepsBody: Bool
    /// The whole body, ready made, instead of the fields for it.
    package let wholeBody: String?

    package init(
        _ method: Method,
        _ verb: String,
        _ route: String,
        _ fields: [Field] = [],
        action: Int? = nil,
        person: Int? = nil,
        note: LoadNote = .nothing,
        keepsBody: Bool = false,
        wholeBody: String? = nil
    ) {
        self.action = action
        self.method = method
        self.verb = verb
        self.route = route
        self.fields = fields
        self.person = person
        self.note = note
        self.keepsBody = keepsBody
        self.wholeBody = wholeBody
    }
}

/// What an answer tells about a person's things.
package enum LoadNote: Sendable, Equatable {
    case nothing
    /// The entry is there if the answer is good.
    case madeEntry(EntryID)
    /// The entry is there again for others, whatever the answer is.
    case changedEntry(EntryID)
    case filledCart
    case emptiedCart
}
