import Testing

@Test func `FoodCatalog placeholder`() {
    #expect(Bool(true))
}
