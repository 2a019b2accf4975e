package import Contracts

/// Repeats one method with one request.
package final class CallScenario: LoadScenario {
    package let actions: [String]
    private let call: LoadCall

    package init(_ method: Method, json: String, isSignedIn: Bool) {
        actions = [method.name]
        call = LoadCall(method, "", "", action: 0, person: isSignedIn ? 0 : nil, wholeBody: json)
    }

    package func next(hour: Double?) -> LoadCall { call }

    package func answered(_ call: LoadCall, isGood: Bool) {}
}
