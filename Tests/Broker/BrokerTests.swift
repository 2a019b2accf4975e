import Testing

@Test func `Broker placeholder`() {
    #expect(Bool(true))
}
