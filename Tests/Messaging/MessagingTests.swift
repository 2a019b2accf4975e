import Testing

@Test func `Messaging placeholder`() {
    #expect(Bool(true))
}
