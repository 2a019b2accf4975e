// The state of People: boards, groups, challenges, and shared foods.
import type {
  AppProblem,
  LeaderboardChallenge,
  LeaderboardFoodsItem,
  LeaderboardGroup,
  LeaderboardGroupsListItem,
  LeaderboardTopMetric,
  LeaderboardTopPeriod,
  LeaderboardTopReply,
  LeaderboardUserReply,
} from "../../types/api.d.ts";
import type { Pictured } from "../../types/app.d.ts";

export interface PeopleState {
  period: LeaderboardTopPeriod;
  metric: LeaderboardTopMetric;
  /** The newest answers, by period and metric. */
  boards: Record<string, LeaderboardTopReply>;
  groups: LeaderboardGroupsListItem[] | null;
  group: LeaderboardGroup | null;
  challenge: LeaderboardChallenge | null;
  /** Why the shown screen could not be loaded. */
  problem: AppProblem | null;
  /** The form that is open. */
  form: "create" | "join" | "challenge" | "leave" | "end" | "remove" | null;
  /** The user id of the member that the open form removes. */
  removing: string | null;
  /** A group's name or code. */
  text: string;
  /** A new challenge. */
  draft: { metric: LeaderboardTopMetric; from: string; to: string };
  isBusy: boolean;
  formProblem: AppProblem | null;
  /** True while nothing is typed where something must be. */
  isEmpty: boolean;
  isCopied: boolean;
}

/** The last seven days of a person. */
export interface PersonState {
  userId: string;
  data: LeaderboardUserReply | null;
  problem: AppProblem | null;
}

/** A row of shared foods with a key of its own in the list. */
export type SharedRow = LeaderboardFoodsItem & { key: string; food: LeaderboardFoodsItem["food"] & Pictured };

/** What sharers ate on a day. */
export interface SharedState {
  date: string;
  items: SharedRow[] | null;
  cursor: string | null;
  /** True while the next page is on the way. */
  isLoading: boolean;
  problem: AppProblem | null;
  /** The key of the row that is being logged. */
  busy: string | null;
  /** The entries of rows that were logged on this visit, by the keys of the rows. */
  logged: Record<string, string>;
}

/** What the module adds to the state, and the names of its actions and effects. */
declare module "../../types/app.d.ts" {
  interface AppState {
    people?: PeopleState;
    person?: PersonState;
    shared?: SharedState;
  }

  interface ActionNames {
    people:
      | "challenge.open"
      | "group.open"
      | "join.open"
      | "people.board"
      | "people.boardLoaded"
      | "people.challengeLoaded"
      | "people.copied"
      | "people.copy"
      | "people.draft"
      | "people.failed"
      | "people.form"
      | "people.groupLoaded"
      | "people.groupsLoaded"
      | "people.loadFailed"
      | "people.open"
      | "people.renew"
      | "people.retry"
      | "people.sent"
      | "people.share"
      | "people.shared"
      | "people.submit"
      | "people.type"
      | "person.loaded"
      | "person.open"
      | "person.retry"
      | "shared.failed"
      | "shared.loaded"
      | "shared.log"
      | "shared.more"
      | "shared.open"
      | "shared.retry";
  }

  interface EffectNames {
    people:
      | "people.copyLink"
      | "people.loadBoard"
      | "people.loadChallenge"
      | "people.loadGroup"
      | "people.loadGroups"
      | "people.send"
      | "people.shareBoards"
      | "shared.ask";
  }
}
