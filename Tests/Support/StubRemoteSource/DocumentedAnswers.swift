/// Answers in the forms documented by the sources.
package enum DocumentedAnswers {
    /// A product of Open Food Facts with `nutriments`, up to version 1002 of its schema.
    package static let spread = """
        {"code":"3017620422003","lang":"fr","product_name":"Pâte à tartiner","product_name_en":"Hazelnut spread",
        "product_name_uk":"Горіхова паста","brands":"Ferrero, Nutella","categories":"Spreads, Sweet spreads, en:cocoa",
        "serving_size":"15 g","serving_quantity":"15","serving_quantity_unit":"g","schema_version":1002,
        "allergens_tags":["en:milk","en:nuts","en:soybeans"],"ingredients_text":"Sucre, huile de palme, noisettes",
        "image_front_url":"https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.jpg",
        "nutriments":{"energy_100g":2252,"energy-kj_100g":2252,"energy-kcal_100g":539,"proteins_100g":"6.3",
        "fat_100g":30.9,"saturated-fat_100g":10.6,"carbohydrates_100g":57.5,"sugars_100g":56.3,"salt_100g":0.107,
        "sodium_100g":0.0428,"calcium_100g":0.12,"vitamin-d_100g":0.0000011,"proteins_unit":"g"}}
        """

    /// The same product with `nutrition.aggregated_set`, from version 1003 of the schema on.
    package static let newerSpread = """
        {"code":"3017620422003","lang":"fr","product_name":"Pâte à tartiner","product_name_en":"Hazelnut spread",
        "product_name_uk":"Горіхова паста","brands":"Ferrero, Nutella","categories":"Spreads, Sweet spreads, en:cocoa",
        "serving_size":"15 g","serving_quantity":15,"serving_quantity_unit":"g","schema_version":1003,
        "allergens_tags":["en:milk","en:nuts","en:soybeans"],"ingredients_text":"Sucre, huile de palme, noisettes",
        "image_front_url":"https://images.openfoodfacts.org/images/products/301/762/042/2003/front_en.jpg",
        "nutrition":{"aggregated_set":{"per":"100g","preparation":"as_sold","nutrients":{
        "energy":{"value":2252,"unit":"kJ","source":"packaging"},"energy-kcal":{"value":539,"unit":"kcal"},
        "proteins":{"value":6.3,"unit":"g"},"fat":{"value":30.9,"unit":"g"},"saturated-fat":{"value":10.6,"unit":"g"},
        "carbohydrates":{"value":57.5,"unit":"g"},"sugars":{"value":56.3,"unit":"g"},"salt":{"value":107,"unit":"mg"},
        "sodium":{"value":42.8,"unit":"mg"},"calcium":{"value":120,"unit":"mg"},
        "vitamin-d":{"value":1.1,"unit":"µg"},"vitamin-a":{"value":300,"unit":"IU"}}}}}
        """

    /// A product without numbers.
    package static let emptyProduct = #"{"code":"4006381333931","product_name":"Marker","nutriments":{}}"#

    package static func product(_ product: String) -> String {
        #"{"code":"3017620422003","product":\#(product),"status":1,"status_verbose":"product found"}"#
    }

    package static let noProduct = #"{"code":"3017620422003","status":0,"status_verbose":"product not found"}"#

    package static func search(_ products: [String]) -> String {
        #"{"count":\#(products.count),"page":1,"page_size":24,"products":[\#(products.joined(separator: ","))],"skip":0}"#
    }

    /// A response of Edamam's parser.
    package static let apples = """
        {"text":"apple","parsed":[],"hints":[
        {"food":{"foodId":"food_a1gb9ubb72c7snbuxr3weagwv0dd","label":"Apple","knownAs":"apple",
        "nutrients":{"ENERC_KCAL":52.0,"PROCNT":0.26,"FAT":0.17,"CHOCDF":13.81,"FIBTG":2.4},
        "category":"Generic foods","categoryLabel":"food",
        "image":"https://www.edamam.com/food-img/42c/42c006401027d35add93113548eeaae6.jpg"},
        "measures":[{"uri":"http://www.edamam.com/ontologies/edamam.owl#Measure_unit","label":"Whole","weight":182.0},
        {"label":"Gram","weight":1.0},{"label":"Cup","weight":110.5}]},
        {"food":{"foodId":"food_bu12urpbtuo9v6b4jpvk2a1fh4hh","label":"Apple Juice","brand":"Orchard",
        "nutrients":{"ENERC_KCAL":46.0,"CHOCDF":11.3},"category":"Packaged foods","categoryLabel":"food",
        "image":"https://edamam.s3.amazonaws.com/x.jpg?X-Amz-Signature=abc"},"measures":[]}],
        "_links":{"next":{"title":"Next page","href":"https://api.edamam.com/…"}}}
        """

    package static let errorPage = "<!DOCTYPE html><html><body><h1>502 Bad Gateway</h1></body></html>"
}
