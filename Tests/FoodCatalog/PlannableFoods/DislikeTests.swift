import Contracts
import FoodCatalog
import Testing

/// Dislikes in every language of the catalog.
@Suite(.timeLimit(.minutes(5)))
struct DislikeTests {
    @Test(arguments: [
        // Ukrainian, for a food with an English name alone.
        ("рис", "Rice, white, cooked", true), ("Рису", "Rice, white, cooked", true), ("рисовий", "Soup, rice", true),
        ("гриби", "Soup, cream of mushroom", true), ("печериці", "Mushroom, raw", true), ("риба", "Fish, cod", true),
        ("м'ясо", "Stew, meat", true), ("горох", "Soup, split pea", true), ("горох", "Peach, raw", false),
        ("яйця", "Egg, fried", true), ("яйця", "Eggplant, raw", false), ("цвітна капуста", "Cauliflower, raw", true),
        // Ukrainian names.
        ("рис", "Рис білий варений", true), ("рис", "Перець фарширований м’ясом і рисом", true),
        ("рис", "Ірис", false), ("сир", "Сир гауда", true), ("сир", "Морква сира", false),
        ("rice", "Локшина рисова", true), ("полуниця", "Полуниці заморожені", true),
        // Thai, which has no spaces.
        ("ข้าว", "Rice, white, cooked", true), ("ข้าว", "ข้าวผัดกุ้ง", true), ("ข้าว", "ข้าวโพดต้ม", false),
        ("ข้าว", "Corn, cooked", false), ("กุ้ง", "Shrimp, fried", true), ("กุ้ง", "ข้าวผัดกุ้ง", true),
        ("นม", "ขนมปังขาว", false), ("นม", "นมพร่องมันเนย", true), ("ไก่", "อกไก่งวงอบ", false),
        ("ไก่", "Chicken breast", true), ("rice", "ข้าวเหนียวนึ่ง", true), ("เห็ดฟาง", "ซุปเห็ดฟาง", true),
        // Words that no group has, and no words at all.
        ("борщ із пампушками", "Борщ із пампушками", true), ("xyzzy", "Xyzzies, raw", true), ("!", "Anything", false),
    ])
    func `a dislike names foods in its own and in other languages`(dislike: String, name: String, isNamed: Bool) {
        #expect(DislikedWords([dislike]).found(in: [name]) == (isNamed ? [dislike] : []))
    }

    @Test(arguments: ["рис", "ข้าว", "rice"])
    func `plannable foods with rice are marked, whatever the language of the dislike`(dislike: String) async throws {
        try await CatalogFixture.useStarter { catalog in
            let request = CatalogPlannable(limit: 400, seed: 3, dislikes: [dislike, "кавун"])
            let items = try await catalog.service.plannableFoods(request.checked()).items
            let marked = items.filter { $0.dislikes?.contains(dislike) == true }.map(\.food.id)
            let rice = items.filter { plannable in
                "\(plannable.food.name) \(plannable.food.category ?? "")".lowercased().split { !$0.isLetter }
                    .contains("rice")
            }.map(\.food.id)
            #expect(rice.count > 10)
            #expect(Set(rice).isSubset(of: marked))
            let plain = try await catalog.service.plannableFoods(CatalogPlannable(limit: 400, seed: 3)).items
            #expect(plain.allSatisfy { $0.dislikes == nil })
            #expect(plain.map(\.food.id) == items.map(\.food.id))
        }
    }

    @Test func `plannable foods have their names by language`() async throws {
        try await CatalogFixture.useStarter { catalog in
            let items = try await catalog.service.plannableFoods(CatalogPlannable(limit: 400)).items
            #expect(items.allSatisfy { $0.food.names?["en"] == $0.food.name })
            #expect(items.contains { $0.food.names?["uk"] != nil && $0.food.names?["th"] != nil })
        }
    }
}
