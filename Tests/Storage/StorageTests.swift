import Testing

@Test func `Storage placeholder`() {
    #expect(Bool(true))
}
