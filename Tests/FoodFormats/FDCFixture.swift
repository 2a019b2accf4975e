/// A small data set in the format of FoodData Central.
enum FDCFixture {
    static let files: [(name: String, text: String)] = [
        (
            "food.csv",
            """
            "fdc_id","data_type","description","food_category_id","publication_date"
            "10","sr_legacy_food","Bananas,  raw","9","2019-04-01"
            "11","survey_fndds_food","Banana bread","","2024-10-31"
            "12","branded_food","OAT DRINK","","2023-01-01"
            "13","sub_sample_food","Bananas, sample","9","2019-04-01"
            "14","foundation_food","Honey","19","2019-04-01"
            "12","branded_food","AGAIN","","2023-01-01"
            "15","sub_sample_food","Milk, sample","9","2019-04-01"
            "16","sr_legacy_food","Bananas, raw","9","2019-04-01"
            "x","sr_legacy_food","No id","9","2019-04-01"
            """
        ),
        (
            "food_nutrient.csv",
            """
            "id","fdc_id","nutrient_id","amount","data_points"
            "1","12","1110","40",""
            "2","10","1062","371",""
            "3","10","1003","1.09",""
            "4","12","1104","100",""
            "5","11","2047","326",""
            "6","11","1008","330",""
            "7","11","2048","999",""
            "8","10","1085","0.33",""
            "9","13","1003","50",""
            "10","12","1093","42",""
            "11","14","1062","1272",""
            "12","10","1087","5",""
            "13","10","1004","much",""
            "14","10","9999999","1",""
            "15","12","1005","",""
            "16","12","1253","0.002",""
            "17","10","1005","-0.4",""
            """
        ),
        (
            "nutrient.csv",
            """
            "id","name","unit_name","nutrient_nbr","rank"
            "1003","Protein","G","203","600"
            "1008","Energy","KCAL","208","300"
            "1062","Energy","kJ","268","400"
            "1087","Calcium","MG","301","1"
            "1104","Vitamin A, IU","IU","318","1"
            "1110","Vitamin D, IU","IU","324","1"
            "1253","Cholesterol","G","601","1"
            """
        ),
        (
            "food_portion.csv",
            """
            "id","fdc_id","seq_num","amount","measure_unit_id","portion_description","modifier","gram_weight"
            "1","10","2","1","9999","","medium (7"" long)","118"
            "2","10","1","0.5","1000","","mashed","112.5"
            "3","11","1","","9999","1 slice","10205","60"
            "4","11","2","","9999","Quantity not specified","90000","60"
            "5","10","3","1","9999","","","100"
            "6","14","1","1","1000","","","0"
            """
        ),
        ("measure_unit.csv", "\"id\",\"name\"\n\"1000\",\"cup\"\n\"9999\",\"undetermined\"\n"),
        (
            "branded_food.csv",
            """
            "fdc_id","brand_owner","brand_name","gtin_upc","ingredients","serving_size","serving_size_unit",\
            "household_serving_fulltext","branded_food_category"
            "12","Mill Inc.","MILL","00012345678905","WATER, OATS","240","ml","1 cup","Plant Based Milk"
            """
        ),
        (
            "food_category.csv",
            "\"id\",\"code\",\"description\"\n\"9\",\"0900\",\"Fruits and Fruit Juices\"\n\"19\",\"1900\",\"Sweets\"\n"
        ),
        ("survey_fndds_food.csv", "\"fdc_id\",\"food_code\",\"wweia_category_code\"\n\"11\",\"1\",\"5502\"\n"),
        (
            "wweia_food_category.csv",
            "\"wweia_food_category\",\"wweia_food_category_description\"\n\"5502\",\"Biscuits, muffins, quick breads\"\n"
        ),
    ]
}
