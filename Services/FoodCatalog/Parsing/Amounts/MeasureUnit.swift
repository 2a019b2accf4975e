/// A unit of an amount: a weight, a volume, or a thing that a portion of a food may name.
struct MeasureUnit: Sendable, Equatable {
    enum Kind: Sendable, Equatable {
        /// Grams of one unit.
        case mass(Double)
        /// Millilitres of one unit.
        case volume(Double)
        /// Millilitres of one unit of the kitchen; a portion of the food with the same noun is preferred.
        case vessel(Double)
        /// A countable thing: a slice, a can, a piece.
        case piece
    }

    /// The English noun by which portions of foods are searched.
    let noun: String
    let kind: Kind
    /// Further nouns of portions that mean the same, the best first.
    var nouns: [String] = []
    /// Grams of one unit for foods without a matching portion; nil if that depends on the food.
    var typicalGrams: Double?

    static let gram = MeasureUnit(noun: "g", kind: .mass(1))
    static let piece = MeasureUnit(noun: "piece", kind: .piece)

    var allNouns: [String] { [noun] + nouns }
    /// Whether only some foods have a portion with its noun.
    var namesPortion: Bool {
        ["bar", "bottle", "can", "clove", "ear", "fillet", "leaf", "slice", "stick"].contains(noun)
    }
}

/// The units of typed meals, by their folded words.
enum MeasureUnits {
    /// Grams of the avoirdupois ounce and pound; millilitres of US customary volumes.
    private static let ounceGrams = 28.349_523_125
    private static let poundGrams = 453.592_37
    static let fluidOunceMl = 29.573_529_562_5
    private static let teaspoonMl = 4.928_921_593_75
    static let tablespoonMl = 14.786_764_781_25
    static let cupMl = 236.588_236_5
    /// The pint of the United States; that of Britain, 568 ml, is usual for beer there.
    private static let pintMl = 473.176_473
    /// A glass of wine, a mug and a bowl, as households have them.
    static let wineGlassMl = 150.0
    private static let mugMl = 300.0
    private static let bowlMl = 250.0

    /// Each unit with its words; an underscore stands for a space.
    private static let table: [(MeasureUnit, String)] = [
        (.gram, "g gr gm gms gram grams gramme grammes г гр грам грами грамів грама грамам กรัม ก"),
        (mass("mg", 0.001), "mg milligram milligrams мг มก มิลลิกรัม"),
        (
            mass("kg", 1_000),
            "kg kgs kilo kilos kilogram kilograms кг кіло кілограм кілограма кілограми кілограмів กก กิโล กิโลกรัม"
        ),
        (mass("oz", ounceGrams), "oz ounce ounces унція унції унцій ออนซ์"),
        (mass("lb", poundGrams), "lb lbs pound pounds фунт фунта фунти ปอนด์"),
        (
            volume("ml", 1),
            """
            ml mls milliliter milliliters millilitre millilitres cc мл мілілітр мілілітра мілілітри мілілітрів \
            มล มิลลิลิตร ซีซี มิลลิ
            """
        ),
        (volume("cl", 10), "cl"),
        (volume("dl", 100), "dl"),
        (volume("l", 1_000), "l liter liters litre litres л літр літра літри літрів ลิตร"),
        (volume("fl oz", fluidOunceMl), "floz fl_oz fluid_ounce fluid_ounces"),
        (volume("pint", pintMl), "pint pints pt пінта пінту пінти ไพนต์"),
        (volume("quart", 2 * pintMl), "quart quarts"),
        (vessel("cup", cupMl), "cup cups чашка чашки чашку чашок чашкою чашечка чашечку ถ้วย ถ้วยตวง"),
        (
            vessel("glass", cupMl, ["cup"]),
            "glass glasses склянка склянки склянку склянок склянкою стакан стакана แก้ว"
        ),
        (vessel("wine glass", wineGlassMl), "келих келиха келихи келихів бокал бокала бокали"),
        (vessel("mug", mugMl), "mug mugs кухоль кухля кружка кружку"),
        (
            vessel("bowl", bowlMl, ["cup"]),
            "bowl bowls миска миски миску мисочка мисочку тарілка тарілки тарілку тарілок ชาม"
        ),
        (
            vessel("tbsp", tablespoonMl),
            """
            tbsp tbsps tbs tb tablespoon tablespoons ложка ложки ложку ложок столова_ложка столові_ложки столову_ложку \
            столових_ложок столової_ложки ст_л ст_ложка ст_ложки ช้อน ช้อนโต๊ะ ชต
            """
        ),
        (
            vessel("tsp", teaspoonMl),
            """
            tsp tsps teaspoon teaspoons ложечка ложечку ложечки чайна_ложка чайні_ложки чайну_ложку чайних_ложок \
            чайної_ложки ч_л ч_ложка ч_ложки ช้อนชา ชช
            """
        ),
        (
            piece("slice", ["piece", "wedge"]),
            """
            slice slices rasher rashers strip strips скибка скибки скибку скибок скибочка скибочки скибочку скибочок แผ่น
            """
        ),
        (
            piece("piece", ["slice"]),
            """
            piece pieces pc pcs шматок шматка шматки шматків шматочок шматочки шматочків кусок кусочок ชิ้น
            """
        ),
        (piece("piece"), "шт штука штуки штук штуку ลูก ผล ใบ ฟอง ตัว อัน หัว ต้น ฝัก คำ"),
        (piece("kernel"), "เม็ด"),
        (piece("block"), "block blocks брусок ก้อน"),
        (piece("skewer", typical: 50), "skewer skewers шпажка шпажки ไม้"),
        (piece("can", ["bottle", "container"]), "can cans tin tins банка банки банку банок бляшанка бляшанки กระป๋อง"),
        (piece("bottle", ["can"]), "bottle bottles пляшка пляшки пляшку пляшок ขวด"),
        (
            piece("package", ["container", "packet", "bag", "pouch", "serving"]),
            """
            pack packs packet packets package packages pouch pouches пачка пачки пачку пакет пакетик пакети упаковка \
            упаковки упаковку ซอง ห่อ
            """
        ),
        (
            piece("container", ["box", "carton", "package", "cup"]),
            "container containers pot pots tub carton cartons box boxes коробка коробку стаканчик กล่อง"
        ),
        (piece("bag", ["package", "serving"]), "bag bags ถุง"),
        (piece("serving"), "serving servings portion portions helping plate plates порція порції порцію порцій ที่ จาน"),
        (piece("handful", typical: 30), "handful handfuls жменя жмені жменю жменька жменьку жменьки กำมือ กำ"),
        (piece("scoop", typical: 30), "scoop scoops кулька кульки кульку мірна_ложка мірні_ложки สกู๊ป"),
        (piece("ladle", typical: 60), "ladle ladles ополоник ополоники ทัพพี"),
        (piece("square", typical: 8), "square squares квадратик квадратики"),
        (piece("stick", ["stalk", "spear"]), "stick sticks паличка палички паличок"),
        (piece("bar"), "bar bars плитка плитки плитку батончик แท่ง"),
        (piece("clove"), "clove cloves зубчик зубчики зубчиків กลีบ"),
        (piece("leaf"), "leaf leaves листок листки"),
        (piece("ear"), "ear ears cob cobs качан качани"),
        (piece("fillet", ["piece", "serving"]), "fillet fillets"),
        (piece("drizzle", typical: 5), "drizzle"),
        (piece("splash", typical: 15), "splash"),
        (piece("pinch", ["dash"], typical: 0.4), "pinch pinches dash щіпка щіпку дрібка"),
    ]

    /// The units by their folded words.
    private static let units: [String: MeasureUnit] = {
        var units: [String: MeasureUnit] = [:]
        for (unit, words) in table {
            for word in words.split(whereSeparator: \.isWhitespace) {
                units[MealLexer.folded(word.replacing("_", with: " ").unicodeScalars)] = unit
            }
        }
        return units
    }()

    /// Length of the longest word of ASCII, so that longer texts need no look-up.
    static let asciiLengthMax = units.keys.filter { $0.utf8.allSatisfy { $0 < 0x80 } }.map(\.utf8.count).max() ?? 0

    /// The units that are written in Thai.
    static let thai = ThaiWords(units.keys.filter { $0.unicodeScalars.first.map(ThaiScript.holds) ?? false })

    /// Units that also are words of foods ("granola bar", "celery sticks"), and need a number or "of".
    private static let ambiguous: Set<String> = [
        "bar", "block", "can", "clove", "container", "ear", "fillet", "leaf", "package", "square", "stick",
    ]

    /// Words of prefixes that stand without a space: "півсклянки".
    private static let halfPrefix = "пів"

    /// Returns the unit of a word or of two words.
    static func unit(_ word: String) -> MeasureUnit? { units[word] }

    static func isUnit(_ word: String) -> Bool { units[word] != nil }

    /// Returns whether a full stop behind a word belongs to it.
    static func isAbbreviation(_ word: String) -> Bool {
        ["ст", "ч"].contains(word) || word.count <= abbreviationMax && isUnit(word)
    }

    /// Returns the unit of a word that begins with "пів".
    static func half(_ word: String) -> MeasureUnit? {
        word.hasPrefix(halfPrefix) ? units[String(word.dropFirst(halfPrefix.count))] : nil
    }

    /// Returns whether a unit without a number means one of it: "slice of bread", "шматок торта".
    static func standsAlone(_ unit: MeasureUnit) -> Bool { !ambiguous.contains(unit.noun) }

    /// Maximum length of an abbreviation.
    private static let abbreviationMax = 4

    private static func mass(_ noun: String, _ grams: Double) -> MeasureUnit {
        MeasureUnit(noun: noun, kind: .mass(grams))
    }

    private static func volume(_ noun: String, _ ml: Double) -> MeasureUnit {
        MeasureUnit(noun: noun, kind: .volume(ml))
    }

    private static func vessel(_ noun: String, _ ml: Double, _ nouns: [String] = []) -> MeasureUnit {
        MeasureUnit(noun: noun, kind: .vessel(ml), nouns: nouns)
    }

    private static func piece(_ noun: String, _ nouns: [String] = [], typical: Double? = nil) -> MeasureUnit {
        MeasureUnit(noun: noun, kind: .piece, nouns: nouns, typicalGrams: typical)
    }
}
