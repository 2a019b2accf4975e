"""Logging, the cart, days, plans, imports and exports."""

from openapi_kit.people import CSV, PNG
from request_kit.accounts import NO_ID
from request_kit.steps import NEW_ID, step

ENTRY = {"meal": "lunch", "name": "Soup", "kcal": 300}

LOGGING = [
    step("a day without entries", "GET", "/v1/diary/days/{date}", by="ann", values={"date": "{{date:-400}}"}),
    step("a day that is none", "GET", "/v1/diary/days/{date}", by="ann", values={"date": "2026-02-30"}),
    step("log a food", "POST", "/v1/diary/days/{date}/entries", by="ann", values={"date": "today"}, body={
        "meal": "breakfast", "foodId": "{{banana}}", "grams": 120}, headers={"Idempotency-Key": "entry-{{uuid:key}}"},
         takes={"entry": "id", "entry.tag": "header ETag"}),
    step("repeat a request under its key", "POST", "/v1/diary/days/{date}/entries", by="ann", values={"date": "today"}, body={
        "meal": "breakfast", "foodId": "{{banana}}", "grams": 120}, headers={"Idempotency-Key": "entry-{{uuid:key}}"}),
    step("send another request under a used key", "POST", "/v1/diary/days/{date}/entries", by="ann", values={"date": "today"},
         body=ENTRY, headers={"Idempotency-Key": "entry-{{uuid:key}}"}),
    step("log a portion of an own food", "POST", "/v1/diary/days/{date}/entries", by="ann", values={"date": "today"}, body={
        "id": NEW_ID % "slice", "meal": "lunch", "foodId": "{{bread}}", "portion": "slice", "quantity": 2}),
    step("log a name", "POST", "/v1/diary/days/{date}/entries", by="ann", values={"date": "today"}, body={
        **ENTRY, "proteinG": 10, "fatG": 5, "carbohydrateG": 40, "fiberG": 4, "sugarG": 6, "saltG": 1},
         takes={"soup": "id"}),
    step("log nothing", "POST", "/v1/diary/days/{date}/entries", by="ann", values={"date": "today"}, body={"meal": "lunch"}),
    step("log invalid values", "POST", "/v1/diary/days/{date}/entries", by="ann", values={"date": "today"}, body={
        **ENTRY, "kcal": -1, "proteinG": 5000}),
    step("log a food and a name", "POST", "/v1/diary/days/{date}/entries", by="ann", values={"date": "today"}, body={
        **ENTRY, "foodId": "{{banana}}", "grams": 1}),
    step("log an unknown food", "POST", "/v1/diary/days/{date}/entries", by="ann", values={"date": "today"}, body={
        "meal": "lunch", "foodId": NO_ID, "grams": 1}),
    step("log for an unknown meal", "POST", "/v1/diary/days/{date}/entries", by="ann", values={"date": "today"}, body={
        **ENTRY, "meal": "midnight"}),
    step("change an entry", "PATCH", "/v1/diary/entries/{id}", by="ann", values={"id": "{{entry}}"},
         body={"grams": 150, "meal": "snack"}, headers={"If-Match": "{{entry.tag}}"}),
    step("change an entry that another device has changed", "PATCH", "/v1/diary/entries/{id}", by="ann",
         values={"id": "{{entry}}"}, body={"grams": 10}, headers={"If-Match": "{{entry.tag}}"}),
    step("change an entry with an invalid value", "PATCH", "/v1/diary/entries/{id}", by="ann", values={"id": "{{entry}}"},
         body={"grams": 0}),
    step("change an entry of another user", "PATCH", "/v1/diary/entries/{id}", by="ben", values={"id": "{{entry}}"},
         body={"grams": 10}),
    step("put a new entry", "PUT", "/v1/diary/entries/{id}", by="ann", values={"id": NEW_ID % "put"}, body={
        **ENTRY, "date": "today", "position": 0, "at": "{{time:-60}}"}, takes={"put.tag": "header ETag"}),
    step("put an entry that differs", "PUT", "/v1/diary/entries/{id}", by="ann", values={"id": NEW_ID % "put"}, body={
        **ENTRY, "date": "today", "kcal": 310}),
    step("put a newer entry", "PUT", "/v1/diary/entries/{id}", by="ann", values={"id": NEW_ID % "put"}, body={
        **ENTRY, "date": "today", "kcal": 310}, headers={"If-Match": "{{put.tag}}"}),
    step("replace any version of an entry", "PUT", "/v1/diary/entries/{id}", by="ann", values={"id": NEW_ID % "put"}, body={
        **ENTRY, "date": "today", "kcal": 320}, headers={"If-Match": "*"}),
    step("put an entry with an invalid version", "PUT", "/v1/diary/entries/{id}", by="ann", values={"id": NEW_ID % "put"},
         body={**ENTRY, "date": "today"}, headers={"If-Match": "new"}),
    step("set the image of an entry", "PUT", "/v1/diary/entries/{id}/image", by="ann", values={"id": "{{entry}}"},
         file=("image/png", PNG), takes={"entry.image": "imageURL"}),
    step("the image of an entry", "GET", "/v1/diary/image/{id}", url="{{entry.image}}"),
    step("remove the image of an entry", "DELETE", "/v1/diary/entries/{id}/image", by="ann", values={"id": "{{entry}}"}),
    step("remove an entry", "DELETE", "/v1/diary/entries/{id}", by="ann", values={"id": "{{soup}}"}),
    step("remove an entry twice", "DELETE", "/v1/diary/entries/{id}", by="ann", values={"id": "{{soup}}"}),
    step("log under the id of a removed entry", "POST", "/v1/diary/days/{date}/entries", by="ann", values={"date": "today"},
         body={**ENTRY, "id": "{{soup}}"}),
    step("put an entry that was removed", "PUT", "/v1/diary/entries/{id}", by="ann", values={"id": "{{soup}}"}, body={
        **ENTRY, "date": "today"}),
    step("drink water", "PUT", "/v1/diary/days/{date}/water", by="ann", values={"date": "today"}, body={"ml": 750}),
    step("drink too much water", "PUT", "/v1/diary/days/{date}/water", by="ann", values={"date": "today"}, body={"ml": -1}),
    step("write a note", "PUT", "/v1/diary/days/{date}/note", by="ann", values={"date": "today"}, body={"text": "A good day."}),
    step("write a long note", "PUT", "/v1/diary/days/{date}/note", by="ann", values={"date": "today"}, body={"text": "x" * 9000}),
    step("log for another user", "POST", "/v1/diary/days/{date}/entries", by="ben", values={"date": "today"}, body=ENTRY),
]

CART = [
    step("an empty cart", "GET", "/v1/diary/cart", by="ann"),
    step("check out an empty cart", "POST", "/v1/diary/cart/checkout", by="ann", body={"date": "today", "meal": "dinner"}),
    step("add to the cart", "PUT", "/v1/diary/cart/items/{foodId}", by="ann", values={"foodId": "{{banana}}"},
         body={"grams": 100}, takes={"cart.tag": "header ETag"}),
    step("add more to the cart", "PUT", "/v1/diary/cart/items/{foodId}", by="ann", values={"foodId": "{{bread}}"},
         body={"portion": "slice", "quantity": 1}),
    step("add an invalid amount to the cart", "PUT", "/v1/diary/cart/items/{foodId}", by="ann",
         values={"foodId": "{{banana}}"}, body={"grams": 0}),
    step("add an unknown food to the cart", "PUT", "/v1/diary/cart/items/{foodId}", by="ann", values={"foodId": NO_ID},
         body={"grams": 100}),
    step("change the cart", "PATCH", "/v1/diary/cart", by="ann", body={"additionalName": "Sauce", "additionalKcal": 50}),
    step("change a cart that another device has changed", "PATCH", "/v1/diary/cart", by="ann", body={"additionalKcal": 60},
         headers={"If-Match": "{{cart.tag}}"}),
    step("take from the cart", "DELETE", "/v1/diary/cart/items/{foodId}", by="ann", values={"foodId": "{{bread}}"}),
    step("a full cart", "GET", "/v1/diary/cart", by="ann"),
    step("check out the cart", "POST", "/v1/diary/cart/checkout", by="ann", body={"date": "today", "meal": "dinner"}),
]

DAYS = [
    step("a day", "GET", "/v1/diary/days/{date}", by="ann", values={"date": "today"}),
    step("several days", "GET", "/v1/diary/days", by="ann", query={"from": "{{date:-3}}", "to": "{{date:0}}"}),
    step("reversed days", "GET", "/v1/diary/days", by="ann", query={"from": "{{date:0}}", "to": "{{date:-3}}"}),
    step("too many days", "GET", "/v1/diary/days", by="ann", query={"from": "2000-01-01", "to": "{{date:0}}"}),
    step("copy a day", "POST", "/v1/diary/days/{date}/copy", by="ann", values={"date": "{{date:-1}}"}, body={"from": "today"}),
    step("copy an empty day", "POST", "/v1/diary/days/{date}/copy", by="ann", values={"date": "today"},
         body={"from": "{{date:-400}}"}),
    step("what a device has missed", "GET", "/v1/diary/changes", by="ann", query={"limit": "5"}, takes={"next": "cursor"}),
    step("what a device has missed since then", "GET", "/v1/diary/changes", by="ann", query={"since": "{{next}}"}),
    step("what a device has missed since an unknown place", "GET", "/v1/diary/changes", by="ann", query={"since": "?"}),
    step("progress by day", "GET", "/v1/diary/progress", by="ann", query={
        "from": "{{date:-6}}", "to": "{{date:0}}", "by": "day"}),
    step("progress by week", "GET", "/v1/diary/progress", by="ann", query={
        "from": "{{date:-27}}", "to": "{{date:0}}", "by": "week"}),
    step("progress by an unknown step", "GET", "/v1/diary/progress", by="ann", query={"by": "hour"}),
    step("the real expenditure", "GET", "/v1/diary/expenditure", by="ann"),
    step("advice", "GET", "/v1/advice", by="ann", query={"date": "today"}),
    step("make a plan", "POST", "/v1/plans", by="ann", body={"days": 1, "seed": 1}, takes={"plan": "id"}),
    step("make a plan of too many days", "POST", "/v1/plans", by="ann", body={"days": 100}),
    step("list the plans", "GET", "/v1/plans", by="ann"),
    step("apply a plan", "POST", "/v1/plans/{id}/apply", by="ann", values={"id": "{{plan}}"}, body={"from": "{{date:2}}"}),
    step("apply an unknown plan", "POST", "/v1/plans/{id}/apply", by="ann", values={"id": NO_ID}, body={}),
    step("export as CSV", "GET", "/v1/diary/export", by="ann", query={"format": "csv"}),
    step("export as JSON", "GET", "/v1/diary/export", by="ann", query={"format": "json"}),
    step("export in an unknown format", "GET", "/v1/diary/export", by="ann", query={"format": "xml"}),
    step("import a file", "POST", "/v1/diary/imports", by="ann", query={"format": "table"}, file=("text/csv", CSV),
         takes={"import": "id"}),
    step("import a file that is none", "POST", "/v1/diary/imports", by="ann", query={"format": "table"},
         file=("text/csv", b"\x00\x01")),
    step("import a file of another type", "POST", "/v1/diary/imports", by="ann", query={"format": "table"},
         file=("image/svg+xml", b"<svg/>")),
    step("apply an import", "POST", "/v1/diary/imports/{id}/apply", by="ann", values={"id": "{{import}}"},
         body={"replace": False}),
    step("apply an unknown import", "POST", "/v1/diary/imports/{id}/apply", by="ann", values={"id": NO_ID}, body={}),
]
