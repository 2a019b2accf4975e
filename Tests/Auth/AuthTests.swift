import Testing

@Test func `Auth placeholder`() {
    #expect(Bool(true))
}
