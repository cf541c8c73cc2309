import type { SupabaseClient } from "@supabase/supabase-js";
import { expect, vi } from "vitest";
import * as auth from "#app/features/auth/queries.ts";
import { addNote } from "#app/features/submission_notes/queries.ts";
import { answered, checkRights } from "#app/lib/data/answers.ts";
import { orderedStore } from "#app/lib/data/ordered-store.ts";
import { reason } from "#app/lib/errors/reasons.ts";
import { people } from "#tests/support/people.ts";
import { current } from "../acting.ts";
import { type Fact, thrownBy } from "../fact.ts";
import type { Person, World } from "../world.ts";

const { email, password } = people.stranger;
const faqs = orderedStore("faq_items", []);

/** The call is refused for exactly this reason, and no row, file, account or email has changed. */
const refused =
  (who: Person, call: (world: World) => Promise<unknown>): ((sentence: string) => Fact) =>
  (sentence) =>
  async (world) => {
    const cause = await world.unchanged(() => thrownBy(() => world.as(who, () => call(world))));
    expect(reason(cause)).toBe(sentence);
  };

/** The same for a response that our server never sends, but a proxy or hosted Supabase may. */
const respondedWith =
  (status: number, body: object, call: () => Promise<unknown>): ((sentence: string) => Fact) =>
  (sentence) =>
  async (world) => {
    const cause = await world.unchanged(() =>
      world.withResponses(
        () => Response.json(body, { status }),
        () => thrownBy(call),
      ),
    );
    expect(reason(cause)).toBe(sentence);
  };

/** Any table and any value, as a custom client may send them. */
const from = (table: string) => (current().client as SupabaseClient).from(table);

const question = (odd: object) => answered(from("faq_items").insert({ question: "How?", ...odd }));

/** Ends the session from elsewhere while its token still looks valid. */
const afterItsEnd =
  (sentence: string): Fact =>
  (world) =>
    world.as("visitor", async () => {
      await auth.signIn(email, password);
      const { data } = await current().client.auth.getSession();
      const claims = JSON.parse(atob(data.session?.access_token.split(".")[1] ?? ""));
      await world.site.sql`delete from auth.sessions where id = ${claims.session_id}`;
      const cause = await world.unchanged(() => thrownBy(checkRights));
      expect(reason(cause)).toBe(sentence);
    });

async function whileOffline() {
  vi.stubGlobal("navigator", { onLine: false });
  try {
    await faqs.get(crypto.randomUUID());
  } catch (cause) {
    // `reason` must run while the network is offline.
    throw new Error(reason(cause), { cause });
  } finally {
    Reflect.deleteProperty(globalThis, "navigator");
  }
}

const read = () => answered(from("faq_items").select());
const signIn = () => auth.signIn(email, password);

const facts: Record<string, (sentence: string) => Fact> = {
  "A number is too large": refused("admin", () =>
    question({ answer: "So.", display_order: 99_999_999_999 }),
  ),
  "A date isn't valid": refused("admin", () =>
    answered(from("contact_submissions").select().gte("created_at", "yesterday-ish")),
  ),
  "A value has the wrong format": refused("admin", () =>
    answered(from("faq_items").delete().eq("id", "one")),
  ),
  "A required value is missing": refused("admin", () => question({ answer: null })),
  "The item it belongs to no longer exists": refused("admin", () =>
    addNote(crypto.randomUUID(), "Called back."),
  ),
  "This value is already taken": refused("admin", () =>
    answered(
      from("site_settings").insert({ setting_key: "company_name", setting_value: "A second" }),
    ),
  ),
  "You don't have permission to do this": refused("stranger", () => question({ answer: "So." })),
  "It no longer exists": refused("admin", () =>
    answered(from("faq_items").select().eq("id", crypto.randomUUID()).single()),
  ),
  "Wrong email or password": refused("visitor", () =>
    auth.signIn("nobody@example.com", "not this one"),
  ),
  "Your new password must be different from the old one": refused("stranger", () =>
    auth.setNewPassword(password),
  ),
  "This link has expired or was already used": refused("visitor", () =>
    auth.followLink({ token_hash: "no-such-link", type: "recovery" }),
  ),
  "Your session has ended. Please sign in again": afterItsEnd,
  "The server can't be reached. Please check your connection": refused("cut off", read),
  "You're offline. Please check your connection": refused("cut off", whileOffline),
  // The server's refusals cover the request itself.
  "This is too large": respondedWith(413, { message: "payload too large" }, read),
  // Our own server answers 504, and hosted Supabase gives the reason.
  "It took too long": respondedWith(
    500,
    { code: "57014", message: "canceling statement due to statement timeout" },
    read,
  ),
  // Our own sign-in answers as if there were no such account, and each limit has its own sentence.
  "Please confirm your email first. The link is in your inbox": respondedWith(
    400,
    { error_code: "email_not_confirmed", msg: "Email not confirmed" },
    signIn,
  ),
  "The password is too weak": respondedWith(
    422,
    { error_code: "weak_password", msg: "weak", weak_password: { reasons: ["keyboard"] } },
    () => auth.signUp("weak@example.com", "qwerty", "Ada Brooks"),
  ),
  "Too many attempts. Please wait a moment": respondedWith(
    429,
    { error_code: "over_request_rate_limit" },
    signIn,
  ),
  "The server is busy. Please try again in a moment": respondedWith(503, {}, read),
  "Something unexpected happened": respondedWith(500, {}, read),
};

/** Why something failed, in the words of `reason`, and what causes it. */
export const reasonFacts: Record<string, Fact> = Object.fromEntries(
  Object.entries(facts).map(([sentence, fact]) => [sentence, fact(sentence)]),
);
