import Testing

@Test func `Profile placeholder`() {
    #expect(Bool(true))
}
