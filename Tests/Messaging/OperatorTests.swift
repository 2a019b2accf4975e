import Contracts
import Testing

/// Methods for the operator of the stack.
@Suite(.timeLimit(.minutes(5)))
struct OperatorTests {
    @Test func `the name of a method tells whether it is for who runs the set`() {
        for method in KnownMethods.all {
            #expect(Method.isForOperator(method.name) == (method.access == .operator), "\(method.name)")
        }
    }
}
