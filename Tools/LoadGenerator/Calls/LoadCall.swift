package import Contracts
package import MealwireClient

/// One request of a run, usable over HTTP and as a message on the queue.
///
/// Both forms are made with the call, so a scenario can prepare its calls once.
package struct LoadCall: Sendable {
    /// The index of the scenario's action; nil for requests that are not counted.
    package var action: Int?
    package let method: Method
    /// The payload of the message: all fields, whatever their place in HTTP.
    package let payload: [UInt8]
    /// The HTTP request; nil for a method without a route.
    package let http: RequestParts?
    /// The index of the signed-in user; nil for requests without a user.
    package let person: Int?
    /// What the scenario records when the response arrives.
    package var effect: ResponseEffect
    /// Whether the body of the response is needed.
    package let keepsBody: Bool

    /// Creates the call of a contract.
    ///
    /// Requests of scenarios have finite numbers, so they can be encoded. One that cannot is sent without fields, and
    /// the report shows its error.
    package init<Request: Contract>(
        _ request: Request,
        action: Int? = nil,
        person: Int? = nil,
        effect: ResponseEffect = .nothing,
        keepsBody: Bool = false
    ) {
        let payload = (try? PayloadCoder.encode(request)) ?? []
        self.action = action
        method = Request.method
        self.payload = payload
        http = try? RequestPlan.of(Request.self).parts(ofJSON: payload)
        self.person = person
        self.effect = effect
        self.keepsBody = keepsBody
    }

    /// Creates the call of a method with JSON for its payload.
    ///
    /// - Parameters:
    ///   - method: The method for the queue.
    ///   - json: The payload.
    ///   - route: What to request over HTTP; nil if the call is only for the queue.
    ///   - action: The index of the scenario's action.
    ///   - person: The index of the signed-in user.
    package init(
        _ method: Method,
        json: String = "{}",
        route: RouteDescription? = nil,
        action: Int? = nil,
        person: Int? = nil
    ) {
        self.action = action
        self.method = method
        payload = Array(json.utf8)
        http = route.map { RequestParts(verb: $0.verb, address: $0.path) }
        self.person = person
        effect = .nothing
        keepsBody = false
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
