import Testing

@Test func `Contracts placeholder`() {
    #expect(Bool(true))
}
