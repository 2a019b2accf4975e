/// A part of an app's state, with the function that changes it.
///
/// A reducer is pure: it uses no clock, no disk, no network and no random numbers. These come as actions, and go as
/// effects. The same state and the same action therefore always give the same new state and the same effects.
public protocol Reducer {
    /// Everything that the part knows.
    associatedtype State: Codable & Equatable & Sendable
    /// Something that happened: a user's input, an answer, a timer.
    associatedtype Action: Codable & Equatable & Sendable
    /// Something that the app must do: save, send, wait.
    associatedtype Effect: Codable & Equatable & Sendable

    /// Changes the state as an action demands.
    ///
    /// - Parameters:
    ///   - state: The state to change.
    ///   - action: What happened.
    /// - Returns: What the app must do, in this order.
    static func reduce(_ state: inout State, _ action: Action) -> [Effect]
}
