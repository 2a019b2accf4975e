import ServiceKit

extension SupervisorStateMachine.Failure {
    /// The process with the last lines that explain the failure; nil if there is none.
    var process: Int? {
        switch self {
        case .endsRepeatedly(let index), .endedPermanently(let index): index
        case .brokerTimedOut, .gatewayTimedOut: nil
        }
    }

    /// Describes the failure.
    ///
    /// - Parameters:
    ///   - names: The names of the processes.
    ///   - options: The options of the stack.
    ///   - lastAnswer: What the gateway returned last.
    /// - Returns: A sentence for the user.
    func sentence(_ names: [String], _ options: StackOptions, lastAnswer: String) -> String {
        let within = SupervisorStateMachine.readyWithin
        return switch self {
        case .endsRepeatedly(let index):
            "\(names[index]) ended \(SupervisorStateMachine.endingsBeforeReadyMax) times before the stack was ready."
        case .endedPermanently(let index):
            "\(names[index]) cannot be started, and starting it again would not help."
        case .brokerTimedOut: "The broker did not open its sockets in \(options.data.run) within \(within)."
        case .gatewayTimedOut:
            "\(options.plainURL)/health/ready did not answer 200 within \(within): \(lastAnswer)"
        }
    }
}
