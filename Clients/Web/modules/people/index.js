/** People: boards, groups, challenges, persons, and what others ate. */
import { fieldsOf } from "../../core/drafts.js";
import { makeEffects } from "./effects.js";
import { reducePeople } from "./people.js";
import { reducePerson } from "./person.js";
import { reduceShared } from "./shared.js";
import { peopleView as view } from "./views/people.js";

/** An open form without any text is no draft, nor is one that was closed. */
const FORM = fieldsOf("people", ["form", "text", "draft"], null, {
  isTyped: (changed, { form }) => form !== null && ("text" in changed || "draft" in changed),
});

/** @type {import("../../types.d.ts").Module} */
export default {
  screens: [
    { path: "/people", name: "people", view },
    { path: "/people/groups/:groupId", name: "group", view },
    { path: "/people/users/:userId", name: "person", view },
    { path: "/people/foods", name: "shared", view },
    { path: "/people/foods/:date", name: "shared", view },
    { path: "/people/join/:code", name: "join", view },
    { path: "/people/challenges/:challengeId", name: "challenge", view },
  ],
  reducers: [reducePeople, reducePerson, reduceShared],
  hears: ["entries.remove", "entry.logToo", "hint"],
  writing: ["entry.logToo"],
  effects: makeEffects,
  drafts: { people: FORM, group: FORM, join: FORM },
};
