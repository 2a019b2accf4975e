import Testing

@Test func `System placeholder`() {
    #expect(Bool(true))
}
