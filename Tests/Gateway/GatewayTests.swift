import Testing

@Test func `Gateway placeholder`() {
    #expect(Bool(true))
}
