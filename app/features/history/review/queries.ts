import { answered } from "#app/lib/data/answers.ts";
import type { ChangeSet, SetComment, SetStep } from "#app/lib/data/database.types.ts";
import { supabase } from "#app/lib/data/supabase.ts";

/** Maximum characters of a comment, as in the database. */
export const MAX_COMMENT_LENGTH = 2000;

/** The change that a comment is about; undefined: the whole set. */
export type Place = Pick<SetStep, "table_name" | "row_id"> | undefined;

/** Colleagues who can review a set, by name. Throws the backend's error, like all functions here. */
export const listReviewers = () => answered(supabase().rpc("set_reviewers"));

/** Asks a colleague for a review, who gets an email. An earlier answer no longer counts. */
export const askForReview = (of_set: string, person: string, message: string) =>
  answered(supabase().rpc("set_ask_review", { of_set, person, message }));

export type Verdict = "approved" | "changes";

/** Answers for the version that was shown. @throws when the set changed since */
export const answerReview = ({ id, version }: ChangeSet, verdict: Verdict, message: string) =>
  answered(supabase().rpc("set_answer_review", { of_set: id, seen: version, verdict, message }));

export const addComment = (of_set: string, place: Place, message: string) =>
  answered(
    supabase().rpc("set_comment", {
      of_set,
      message,
      ...(place && { list: place.table_name, row_id: place.row_id }),
    }),
  );

export const markComment = ({ id }: SetComment, done: boolean) =>
  answered(supabase().rpc("set_comment_done", { comment: id, done }));
