import Testing

@Test func `Diary placeholder`() {
    #expect(Bool(true))
}
