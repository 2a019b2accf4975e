import Contracts
import Testing

/// Tests methods for the operator of the stack.
@Suite(.timeLimit(.minutes(5)))
struct OperatorTests {
    @Test func `the name of a method shows whether it is reserved for the operator`() {
        for method in KnownMethods.all {
            #expect(Method.isForOperator(method.name) == (method.access == .operator), "\(method.name)")
        }
    }
}
