"""Search, own foods, recipes and healthy foods."""

from openapi_kit.people import PNG
from request_kit.accounts import NO_ID
from request_kit.steps import NEW_ID, step

HEALTHY = {"name": "Recorded kale", "kcal": 35, "description": "A cabbage.", "category": "vegetable"}

STEPS = [
    step("search", "GET", "/v1/foods", by="ann", query={"q": "banana", "limit": "5"},
         takes={"banana": "items.0.id", "search.next": "nextCursor"}),
    step("search for the next page", "GET", "/v1/foods", by="ann", query={
        "q": "banana", "limit": "5", "cursor": "{{search.next}}"}),
    step("search without a text", "GET", "/v1/foods", by="ann"),
    step("search with a text that is too long", "GET", "/v1/foods", by="ann", query={"q": "x" * 500}),
    step("search for too many", "GET", "/v1/foods", by="ann", query={"q": "banana", "limit": "100000"}),
    step("search for a number that is none", "GET", "/v1/foods", by="ann", query={"q": "banana", "limit": "many"}),
    step("search with a cursor that is none", "GET", "/v1/foods", by="ann", query={"q": "banana", "cursor": "none"}),
    step("a food", "GET", "/v1/foods/{id}", by="ann", values={"id": "{{banana}}"}),
    step("an unknown food", "GET", "/v1/foods/{id}", by="ann", values={"id": NO_ID}),
    step("a food with a malformed id", "GET", "/v1/foods/{id}", by="ann", values={"id": "banana"}),
    step("create a food", "POST", "/v1/foods", by="ann", headers={"Idempotency-Key": "food-{{uuid:food}}"}, body={
        "name": "Recorded bread", "brand": "Baker", "category": "bread", "kcal": 250, "proteinG": 9, "fatG": 3,
        "carbohydrateG": 48, "fiberG": 5, "sugarG": 2, "sodiumMg": 400, "portions": [{"name": "slice", "grams": 40}],
        "barcode": "4006381333931"}, takes={"bread": "id", "bread.tag": "header ETag"}),
    step("create a food with invalid values", "POST", "/v1/foods", by="ann", body={"name": "", "kcal": -1, "proteinG": 1000}),
    step("create a food without a name", "POST", "/v1/foods", by="ann", body={"kcal": 1}),
    step("a food by its barcode", "GET", "/v1/foods/barcode/{gtin}", by="ann", values={"gtin": "4006381333931"}),
    step("a food by an unknown barcode", "GET", "/v1/foods/barcode/{gtin}", by="ann", values={"gtin": "5901234123457"}),
    step("a food by a barcode that is none", "GET", "/v1/foods/barcode/{gtin}", by="ann", values={"gtin": "123"}),
    step("change a food", "PATCH", "/v1/foods/{id}", by="ann", values={"id": "{{bread}}"}, body={"kcal": 245},
         headers={"If-Match": "{{bread.tag}}"}),
    step("change a food that another device has changed", "PATCH", "/v1/foods/{id}", by="ann", values={"id": "{{bread}}"},
         body={"kcal": 240}, headers={"If-Match": "{{bread.tag}}"}),
    step("change a food of another user", "PATCH", "/v1/foods/{id}", by="ben", values={"id": "{{bread}}"}, body={"kcal": 1}),
    step("set the image of a food", "PUT", "/v1/foods/{id}/image", by="ann", values={"id": "{{bread}}"},
         file=("image/png", PNG), takes={"bread.image": "imageURL"}),
    step("the image of a food", "GET", "/v1/foods/image/{id}", url="{{bread.image}}"),
    step("remove the image of a food", "DELETE", "/v1/foods/{id}/image", by="ann", values={"id": "{{bread}}"}),
    step("search in another source that is off", "GET", "/v1/foods/remote", by="ann", query={"q": "banana"}),
    step("import a food of a source that is off", "POST", "/v1/foods/remote", by="ann", body={
        "source": "openFoodFacts", "sourceId": "1"}),
    step("create a recipe", "POST", "/v1/recipes", by="ann", body={
        "name": "Recorded toast", "servings": 2, "cookedGrams": 150, "steps": ["Toast the bread.", "Eat."],
        "ingredients": [{"foodId": "{{bread}}", "grams": 80}, {"foodId": "{{banana}}", "grams": 100}]},
         takes={"toast": "id", "toast.tag": "header ETag"}),
    step("create a recipe without ingredients", "POST", "/v1/recipes", by="ann", body={
        "name": "Nothing", "servings": 2, "ingredients": []}),
    step("create a recipe with an unknown food", "POST", "/v1/recipes", by="ann", body={
        "name": "Unknown", "servings": 2, "ingredients": [{"foodId": NO_ID, "grams": 80}]}),
    step("list the recipes", "GET", "/v1/recipes", by="ann", query={"limit": "10"}),
    step("a recipe", "GET", "/v1/recipes/{id}", by="ann", values={"id": "{{toast}}"}),
    step("a recipe of another user", "GET", "/v1/recipes/{id}", by="ben", values={"id": "{{toast}}"}),
    step("change a recipe", "PATCH", "/v1/recipes/{id}", by="ann", values={"id": "{{toast}}"}, body={"servings": 3},
         headers={"If-Match": "{{toast.tag}}"}),
    step("change a recipe that another device has changed", "PATCH", "/v1/recipes/{id}", by="ann",
         values={"id": "{{toast}}"}, body={"servings": 4}, headers={"If-Match": "{{toast.tag}}"}),
    step("remove a recipe", "DELETE", "/v1/recipes/{id}", by="ann", values={"id": "{{toast}}"}),
    step("remove a recipe twice", "DELETE", "/v1/recipes/{id}", by="ann", values={"id": "{{toast}}"}),
]

# After the diary has used the food.
REMOVALS = [
    step("recently used foods", "GET", "/v1/foods/recent", by="ann", query={"sort": "frequent", "limit": "10"}),
    step("recently used foods in an unknown order", "GET", "/v1/foods/recent", by="ann", query={"sort": "colour"}),
    step("remove a food", "DELETE", "/v1/foods/{id}", by="ann", values={"id": "{{bread}}"}),
]

# Staff of the server; a new session has the new role.
ADMINISTRATION = [
    step("register the administrator", "POST", "/v1/auth/register", body={
        "email": "{{email:eve}}", "password": "Recorded 7 Words", "passwordConfirmation": "Recorded 7 Words",
        "name": "Recorded"}),
    step("sign in as the administrator", "POST", "/v1/auth/login", before={"email": "{{email:eve}}", "role": "admin"},
         body={"email": "{{email:eve}}", "password": "Recorded 7 Words"}, takes={"eve": "accessToken"}),
    step("create a healthy food", "POST", "/v1/foods/healthy", by="eve", body=HEALTHY,
         takes={"kale": "id", "kale.tag": "header ETag"}),
    step("create a healthy food as a user", "POST", "/v1/foods/healthy", by="ann", body=HEALTHY),
    step("create an invalid healthy food", "POST", "/v1/foods/healthy", by="eve", body={**HEALTHY, "kcal": -1}),
    step("list the healthy foods", "GET", "/v1/foods/healthy", by="ann", query={"limit": "5"}),
    step("a healthy food", "GET", "/v1/foods/healthy/{id}", by="ann", values={"id": "{{kale}}"}),
    step("an unknown healthy food", "GET", "/v1/foods/healthy/{id}", by="ann", values={"id": NO_ID}),
    step("change a healthy food", "PATCH", "/v1/foods/healthy/{id}", by="eve", values={"id": "{{kale}}"}, body={"kcal": 36},
         headers={"If-Match": "{{kale.tag}}"}),
    step("remove a healthy food", "DELETE", "/v1/foods/healthy/{id}", by="eve", values={"id": "{{kale}}"}),
    step("list the users", "GET", "/v1/admin/users", by="eve", query={"limit": "10", "q": "ben-"}),
    step("list the users as a user", "GET", "/v1/admin/users", by="ann"),
    step("change a user", "PATCH", "/v1/admin/users/{id}", by="eve", values={"id": "{{cem.id}}"}, body={"disabled": False}),
    step("change an unknown user", "PATCH", "/v1/admin/users/{id}", by="eve", values={"id": NO_ID}, body={"disabled": False}),
    step("create an invitation", "POST", "/v1/admin/invitations", by="eve", body={"uses": 2, "days": 7, "note": "A friend"},
         takes={"invitation": "invitation.id"}),
    step("create an invalid invitation", "POST", "/v1/admin/invitations", by="eve", body={"uses": 0}),
    step("list the invitations", "GET", "/v1/admin/invitations", by="eve"),
    step("remove an invitation", "DELETE", "/v1/admin/invitations/{id}", by="eve", values={"id": "{{invitation}}"}),
    step("remove an invitation twice", "DELETE", "/v1/admin/invitations/{id}", by="eve", values={"id": NEW_ID % "none"}),
]
