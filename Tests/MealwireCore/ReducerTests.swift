import MealwireCore
import Testing

/// The example of the documentation.
private enum Counter: Reducer {
    typealias State = Int

    enum Action: Codable, Equatable, Sendable {
        case add(Int)
    }

    enum Effect: Codable, Equatable, Sendable {
        case save(Int)
    }

    static func reduce(_ state: inout Int, _ action: Action) -> [Effect] {
        switch action {
        case .add(let number):
            state += number
            return [.save(state)]
        }
    }
}

@Suite struct ReducerTests {
    @Test func `a reducer changes the state and returns what the app must do`() {
        var state = 1
        #expect(Counter.reduce(&state, .add(2)) == [.save(3)])
        #expect(state == 3)
    }
}
