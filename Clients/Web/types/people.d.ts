// The state of People: boards, groups and challenges.
import type {
  AppProblem,
  LeaderboardChallenge,
  LeaderboardGroup,
  LeaderboardGroupsListItem,
  LeaderboardTopMetric,
  LeaderboardTopPeriod,
  LeaderboardTopReply,
  LeaderboardUserReply,
} from "./api.d.ts";

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
