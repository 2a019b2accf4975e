import Testing

@Test func `MealwireCommand placeholder`() {
    #expect(Bool(true))
}
