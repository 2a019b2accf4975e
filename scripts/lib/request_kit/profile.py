"""The questionnaire, measurements, targets, and what is calculated from them."""

from openapi_kit.people import PNG
from request_kit.accounts import NO_ID, QUESTIONNAIRE
from request_kit.steps import NEW_ID, step

BODY = {"sex": "male", "age": 40, "heightCm": 180, "weightKg": 90, "activityLevel": "light", "goal": "lose"}

STEPS = [
    step("the profile before the questionnaire", "GET", "/v1/profile", by="ann", takes={"ann.profile": "header ETag"}),
    step("answer the questionnaire", "PATCH", "/v1/profile", by="ann", body=QUESTIONNAIRE,
         headers={"If-Match": "{{ann.profile}}"}),
    step("change a profile that another device has changed", "PATCH", "/v1/profile", by="ann", body={"weekStart": 7},
         headers={"If-Match": "{{ann.profile}}"}),
    step("change a profile with invalid values", "PATCH", "/v1/profile", by="ann", body={
        "heightCm": 10, "weightKg": 1000, "dayStartHour": 24, "displayName": ""}),
    step("change a profile with a value of another type", "PATCH", "/v1/profile", by="ann", body={"heightCm": "tall"}),
    step("change a profile with an unknown choice", "PATCH", "/v1/profile", by="ann", body={"goal": "fly"}),
    step("change other fields of a profile", "PATCH", "/v1/profile", by="ann", body={
        "displayName": "Ann", "firstName": "Ann", "lastName": "Bee", "bodyFatPercent": 25, "formula": "katchMcArdle",
        "dayStartHour": 3, "weekStart": 7, "allergens": ["nuts"], "dislikes": ["liver"],
        "shares": {"leaderboard": True, "foods": True}}),
    step("clear a field of a profile", "PATCH", "/v1/profile", by="ann", body={
        "bodyFatPercent": None, "formula": "mifflinStJeor", "dayStartHour": 0}),
    step("share the diary of another user", "PATCH", "/v1/profile", by="ben", body={
        "shares": {"leaderboard": True, "foods": True}}),
    step("the profile after the questionnaire", "GET", "/v1/profile", by="ann"),
    step("set the image of a profile", "PUT", "/v1/profile/image", by="ann", file=("image/png", PNG),
         takes={"ann.image": "imageURL"}),
    step("set an image of another type", "PUT", "/v1/profile/image", by="ann", file=("image/svg+xml", b"<svg/>")),
    step("set an image that is none", "PUT", "/v1/profile/image", by="ann", file=("image/png", b"no image")),
    step("the image of a profile", "GET", "/v1/profile/image/{id}", url="{{ann.image}}"),
    step("an image without a signature", "GET", "/v1/profile/image/{id}", values={"id": NO_ID}),
    step("remove the image of a profile", "DELETE", "/v1/profile/image", by="ann"),
    step("weigh in", "POST", "/v1/profile/measurements", by="ann", body={"kind": "weight", "value": 64.5}),
    step("measure with the device's own id", "POST", "/v1/profile/measurements", by="ann", body={
        "id": NEW_ID % "waist", "kind": "waist", "value": 80, "at": "{{time:-3600}}", "source": "scale",
        "externalId": "1"}, takes={"ann.waist": "id"}),
    step("measure an invalid value", "POST", "/v1/profile/measurements", by="ann", body={"kind": "weight", "value": 5000}),
    step("measure an unknown kind", "POST", "/v1/profile/measurements", by="ann", body={"kind": "mood", "value": 5}),
    step("list the measurements", "GET", "/v1/profile/measurements", by="ann", query={"limit": "10"}),
    step("list the measurements of one kind", "GET", "/v1/profile/measurements", by="ann", query={
        "kind": "weight", "from": "{{date:-30}}", "to": "{{date:0}}"}),
    step("list too many measurements", "GET", "/v1/profile/measurements", by="ann", query={"limit": "100000"}),
    step("remove a measurement", "DELETE", "/v1/profile/measurements/{id}", by="ann", values={"id": "{{ann.waist}}"}),
    step("remove a measurement twice", "DELETE", "/v1/profile/measurements/{id}", by="ann", values={"id": NO_ID}),
    step("set a target", "POST", "/v1/profile/targets", by="ann", body={
        "dailyKcal": 1800, "proteinG": 90, "fatG": 60, "carbohydrateG": 200,
        "weekdays": {"sunday": {"dailyKcal": 2200}}}),
    step("set an invalid target", "POST", "/v1/profile/targets", by="ann", body={"dailyKcal": 100}),
    step("list the targets", "GET", "/v1/profile/targets", by="ann", query={"from": "{{date:-7}}", "to": "{{date:0}}"}),
    step("list the targets of reversed days", "GET", "/v1/profile/targets", by="ann", query={
        "from": "{{date:0}}", "to": "{{date:-7}}"}),
    step("return to the computed target", "DELETE", "/v1/profile/targets", by="ann"),
    step("calculate a target", "POST", "/v1/calculator/target", body=BODY),
    step("calculate a target of invalid values", "POST", "/v1/calculator/target", body={**BODY, "heightCm": 10, "age": 5}),
    step("calculate a target without values", "POST", "/v1/calculator/target", body={}),
    step("project the weight", "POST", "/v1/calculator/projection", by="ann", body={**BODY, "days": 90, "goalWeightKg": 80}),
    step("project the weight of no days", "POST", "/v1/calculator/projection", by="ann", body={**BODY, "days": 0}),
]
