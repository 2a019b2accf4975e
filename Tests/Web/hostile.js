/** Every screen, full of names by other people. */
import { Texts } from "../../Services/Gateway/Web/core/texts.js";
import { readTexts } from "./checks.js";
import { accountScreens } from "./hostile/account.js";
import { diaryScreens } from "./hostile/diary.js";
import { featureScreens } from "./hostile/features.js";
import { foodAndPlanScreens } from "./hostile/foods.js";
import { userScreens } from "./hostile/users.js";

/** The context of a view. */
export function context(run, language = "en") {
  const texts = new Texts(language, readTexts(language));
  return { state: run.state, dispatch: () => {}, texts, t: texts.text.bind(texts) };
}

/** The screens by name: each a state and the view that shows it. */
export const screens = () => ({
  ...diaryScreens(),
  ...foodAndPlanScreens(),
  ...accountScreens(),
  ...featureScreens(),
  ...userScreens(),
});
