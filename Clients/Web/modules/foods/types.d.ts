// The state of Foods, with the forms of foods and recipes.
import type { AppProblem, Food, HealthyFood, Nutrients, RecipeSummary } from "../../types/api.d.ts";
import type { EnergyUnit } from "../../types/app.d.ts";

export type FoodList = "own" | "recipes" | "healthy";

/** What the forms of foods and recipes share. */
export interface ShelfForm {
  /** The food that is changed; null for a new one. */
  id: string | null;
  /** The id of a new food, chosen once, so that a repeated request makes no second one. */
  newId: string | null;
  version: number | null;
  /** What is typed, by field. */
  values: Record<string, string>;
  /** The texts before the person changed them. */
  before: Record<string, string>;
  refused: Record<string, string>;
  problem: AppProblem | null;
  isBusy: boolean;
  /** True while the app asks whether to delete. */
  isAsking: boolean;
  /** False until the food that is changed has arrived. */
  isLoaded: boolean;
  imageURL: string | null;
  /** A picture that is sent with the form, and its address in this window. */
  picture: { file: Blob; url: string } | null;
}

export interface FoodForm extends ShelfForm {
  kind: "food";
  /** What the numbers of the label refer to. */
  basis: "hundred" | "serving";
  energy: EnergyUnit;
  salt: "salt" | "sodium";
  allergens: string[];
  /** False while it is not known whether the food has allergens. */
  knowsAllergens: boolean;
  isShared: boolean;
  /** True if the form was opened for a scanned code, so that the food is logged next. */
  isScanned: boolean;
}

export interface RecipeFormPart {
  foodId: string;
  name: string;
  /** Of 100 g. */
  nutrients: Nutrients;
  /** The weight as it is typed. */
  text: string;
}

export interface RecipeForm extends ShelfForm {
  kind: "recipe";
  parts: RecipeFormPart[];
  search: { text: string; number: number; items: Food[] | null };
}

export interface FoodsState {
  list: FoodList;
  own: Food[] | null;
  recipes: RecipeSummary[] | null;
  healthy: HealthyFood[] | null;
  /** Why the list could not be loaded. */
  problem: AppProblem | null;
  filter: string;
  form: FoodForm | RecipeForm | null;
}

/** What the module adds to the state, and the names of its actions and effects. */
declare module "../../types/app.d.ts" {
  interface AppState {
    foods?: FoodsState;
  }

  interface ActionNames {
    foods:
      | "food.open"
      | "foods.askDelete"
      | "foods.choose"
      | "foods.delete"
      | "foods.deleted"
      | "foods.failed"
      | "foods.filter"
      | "foods.formLoaded"
      | "foods.loaded"
      | "foods.open"
      | "foods.picture"
      | "foods.pictureRead"
      | "foods.retry"
      | "foods.save"
      | "foods.saved"
      | "foods.type"
      | "recipe.add"
      | "recipe.drop"
      | "recipe.found"
      | "recipe.open"
      | "recipe.search"
      | "recipe.weigh";
  }

  interface EffectNames {
    foods:
      | "foods.ask"
      | "foods.readPicture"
      | "foods.search"
      | "foods.send";
  }
}
