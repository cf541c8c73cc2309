import { people } from "#tests/support/people.ts";
import { HOLE } from "../sentences.ts";
import type { World } from "../world.ts";
import { post, type Refused, type TestedBy } from "./refusal.ts";

const provedBy =
  (file: string) =>
  (title: string): TestedBy => ({ file: `tests/db/${file}.test.ts`, title });

const call = (name: string, args: object, who: "admin" | "stranger" = "admin") =>
  post(who, `/rest/v1/rpc/${name}`, args);

const idOf = async ({ site }: World, email: string): Promise<string> =>
  (await site.sql`select id from auth.users where email = ${email}`)[0]?.id;

const nobody = "00000000-0000-4000-8000-000000000000";

/** Calls the function with a user's id. */
const about =
  (email: string, name: string, args: (user_id: string) => object): Refused =>
  async (world) =>
    call(name, args(await idOf(world, email)))(world);

const password = (new_password: string | null) =>
  about(people.stranger.email, "admin_reset_password", (user_id) => ({ user_id, new_password }));

const MESSAGES = "/rest/v1/contact_submissions";
const sample = {
  name: "Ana Ruiz",
  email: "ana@example.com",
  monthly_volume: "0-50",
  platforms: ["Etsy"],
};
const message = (odd: object) => post("visitor", MESSAGES, { ...sample, ...odd });

/** The restore tests check every row that a refusal must not change. */
const restoring = provedBy("history/conflicts");

/** The change set tests check the live rows, and what stays in the set. */
const preparing = provedBy("change-sets/change-sets");
const publishing = provedBy("change-sets/published");
const deciding = provedBy("change-sets/conflicts");
const commenting = provedBy("change-sets/outside-comments");
const reviewing = provedBy("change-sets/reviews");
const approving = provedBy("change-sets/approvals");
const redirecting = provedBy("screens/redirects");
const ending = provedBy("change-sets/that-end");
const afterTheEnd = provedBy("change-sets/changed-since");
const unsaveable = { of_set: nobody, list: "admins", id: nobody, operation: "INSERT" };

const webhook = (odd: object) =>
  call("webhook_save", {
    name: "Orders",
    url: "https://hooks.invalid/",
    events: ["lead.created"],
    active: false,
    ...odd,
  });
const REFUSED = "refuses %s with a message, and changes nothing";
const replying = provedBy("mail/replies");
const secondFactor = provedBy("accounts/second-factor");

/** Every sentence that a database function raises, and what causes it. */
export const databaseRefusals: Record<string, Refused | TestedBy> = {
  "Please choose a day within a year.": call("set_second_factor_rules", {
    roles: [],
    required_from: "2999-01-01",
  }),
  "Set up two-step verification for yourself first.": secondFactor(
    "is refused to an admin who has none",
  ),
  "Confirm it's you, then try again.": provedBy("accounts/recent-proof")(
    "takes a sign-in of the last 15 minutes",
  ),
  "There is no such email.": secondFactor("the server adds no other emails"),
  "This person hasn't set up two-step verification.": secondFactor(
    "an admin resets it: the person is signed out, and gets an email",
  ),
  "This lead is in the trash. Restore it to reply.": replying(REFUSED),
  "This lead is marked as spam. Mark it as not spam to reply.": replying(REFUSED),
  "Please enter a reply of at most 10,000 characters.": replying(REFUSED),
  "Please enter a subject of at most 200 characters.": replying(REFUSED),
  "This lead no longer exists.": call("reply_send", {
    lead: nobody,
    request: nobody,
    subject: "Re",
    message: "Hi",
  }),
  [`An earlier email to ${HOLE} bounced.`]: replying(
    "asks before another email to an address from which one came back",
  ),
  "This email no longer exists.": call("inbound_detach", { mail: nobody }),
  "This attachment no longer exists.": call("inbound_attachment", { attachment: nobody }),
  "Someone else has already handled this email.": call("inbound_dismiss", { mail: nobody }),
  "This email has no sender you can reply to.": provedBy("mail/unmatched")(
    "makes no lead without a sender that can be answered",
  ),
  "Change one thing at a time: status, owner, follow-up, spam or trash.": call("lead_change", {
    what: { ids: [nobody] },
    changes: { status: "closed", is_spam: true },
  }),
  "At most 500 leads can be changed at once. Narrow the list first.": call("lead_change", {
    what: { ids: Array.from({ length: 501 }, () => crypto.randomUUID()) },
    changes: { status: "closed" },
  }),
  "This reply was already sent.": call("reply_take_back", { reply: nobody }),
  "This reply is being sent or was already sent.": call("reply_send_again", { reply: nobody }),
  "Too many emails are waiting to be sent. Try again later.": provedBy("mail/rows")(
    "is the last of ten thousand that wait",
  ),
  "Please enter a valid email address": message({ email: "ana@" }),
  "Please send one message at a time.": post("visitor", MESSAGES, [sample, sample]),
  "The name contains an invalid character.": message({ name: "Ana \uFFFD" }),
  "This isn't a booking address.": post("visitor", "/rest/v1/rpc/booking_add", {
    event_uri: "ana@example.com",
  }),
  "This booking isn't from this site's calendar.": post("visitor", "/rest/v1/rpc/booking_add", {
    event_uri: "https://evil.example/1",
  }),
  "Too many bookings were reported today.": provedBy("leads/bookings")(
    "is one of ten a day from its address, and of ten of the same message",
  ),
  "At most 50 addresses can get lead notifications.":
    provedBy("leads/recipients")("are bounded in number"),
  "Only an admin can do this.": call("admin_system", {}, "stranger"),
  "Only editors and admins can do this.": call("set_create", { name: "Mine" }, "stranger"),
  "Only sales and admins can do this.": call("lead_list", {}, "stranger"),
  "Only staff can do this.": call("admin_dashboard", {}, "stranger"),
  "Only an owner can do this.": provedBy("accounts/roles")(
    "only an owner makes, changes, removes and resets owners",
  ),
  "Please choose a role.": call("admin_invite", { email: "invited@example.com", roles: ["boss"] }),
  "This person has no role. Invite them instead.": about(
    people.stranger.email,
    "admin_set_roles",
    (user_id) => ({ user_id, roles: ["editor"] }),
  ),
  "This person can't own a lead.": provedBy("accounts/roles")("belong to people who handle leads"),
  "Password must be at least 10 characters long.": about(
    people.admin.email,
    "admin_reset_password",
    (user_id) => ({ user_id, new_password: "harbor1" }),
  ),
  "Password must be at least 6 characters long.": password("abc"),
  "Password must be at most 72 characters long.": password("x".repeat(73)),
  "Please enter a new password.": password("  "),
  "Please enter a name of at most 100 characters, on one line.": call("admin_invite", {
    email: "invited@example.com",
    full_name: "Ann\nLee",
  }),
  "Please enter a valid email address.": call("admin_invite", { email: "ana@" }),
  "This person is already on the team.": call("admin_invite", { email: people.admin.email }),
  "This invitation is no longer valid.": call("admin_revoke_invitation", {
    email: "nobody@example.com",
  }),
  "Invite this person instead. They get admin rights when they accept.": about(
    people.stranger.email,
    "admin_set_admin",
    (user_id) => ({ user_id, make_admin: true }),
  ),
  "The last owner can't be removed. Make someone else an owner first.": about(
    people.admin.email,
    "admin_set_admin",
    (user_id) => ({ user_id, make_admin: false }),
  ),
  "Delete uploaded files in the media library.": restoring(
    "a file that was deleted with its row, or still exists",
  ),
  "The file itself was deleted. Upload it again.": restoring(
    "a file that was deleted with its row, or still exists",
  ),
  "This was deleted later. Restore it first.": restoring("an older change of a row that is gone"),
  "Someone changed this in the meantime. Review the changes again.": restoring(
    "refuses everything when something changed after the review",
  ),
  "Select the changes to restore.": restoring("a request that names nothing"),
  [`These texts use this price: ${HOLE}. Edit them first.`]: provedBy("screens/price-references")(
    "keeps a price that texts refer to, and says where",
  ),
  "There can be at most 1,000 redirects.": redirecting("are at most 1,000"),
  [`The address ${HOLE} is a page of your site. Redirect an address that has no page.`]: post(
    "admin",
    "/rest/v1/redirects",
    { from_path: "/services", to_address: "/pricing" },
  ),
  [`The address ${HOLE} would lead back to itself.`]: post("admin", "/rest/v1/redirects", {
    from_path: "/old",
    to_address: "/OLD/?a=1",
  }),
  "More than 5 redirects would follow each other. Choose the last address instead.": redirecting(
    "follow each other at most 5 times, however they are joined",
  ),
  "A file can have at most 1,000 redirects.": call("redirects_import", {
    entries: Array(1001).fill({}),
    save: true,
  }),
  "This set was already published or discarded.": call("set_save", unsaveable),
  "This can't be saved in a change set.": call("set_rows", { of_set: nobody, list: "admins" }),
  "This list has no such column.": call("set_list", {
    of_set: nobody,
    list: "services",
    what: { search: ["secret"] },
  }),
  "This item already exists.": preparing("refuses what a direct save would, with the same message"),
  "An open set already has this name.": preparing("requires unique one-line names of open sets"),
  "Keep the live version, or use the version in this set.": deciding(
    "the same column is decided for what is %s",
  ),
  "Someone changed this in the meantime. Review it again.": deciding(
    "refuses a decision about an outdated version",
  ),
  "Someone changed this set. Review it again.": publishing(
    "is refused for an empty set, or one changed since the review",
  ),
  "Please enter a name of at most 80 characters.": commenting(
    "need a name of 1 to 80 characters on one line: %j",
  ),
  "There is no such page.": commenting("name a page: %j"),
  "This link has 100 comments. Ask the person who sent it for a new one.": commenting(
    "are at most 100 of a link",
  ),
  "Too many comments at once. Please wait a minute.": commenting(
    "are at most ten a minute of a link",
  ),
  "Someone else has to approve this set first. Send it for review.": approving(
    "publishes a set once someone else approved it, and not after another edit",
  ),
  "Your changes need approval. Save them to a change set and send it for review.": approving(
    "refuses every other change that visitors would see",
  ),
  "Visitors see this file, and your changes need approval. Use another file in a change set instead.":
    provedBy("bucket")(
      "leaves what visitors see to others, for someone whose changes need approval",
    ),
  "Choose a colleague who can edit content.": reviewing(
    "is asked of nobody else, not twice, and not about an empty set",
  ),
  "This set is already waiting for their review.": reviewing(
    "is asked of nobody else, not twice, and not about an empty set",
  ),
  "Nobody sent this set for review.": reviewing(
    "is answered for the version that was seen, and the asker gets an email",
  ),
  "You sent this set for review. Someone else has to answer.": reviewing(
    "is answered for the version that was seen, and the asker gets an email",
  ),
  "Approve the set, or ask for changes.": reviewing(
    "is answered for the version that was seen, and the asker gets an email",
  ),
  "You changed something in this set. Someone else has to approve it.": reviewing(
    "can be answered by another colleague, but nobody approves their own changes",
  ),
  "Please enter a comment of at most 2,000 characters.": reviewing(
    "has a bound in length and number",
  ),
  "A set has at most 500 comments.": reviewing("has a bound in length and number"),
  "This change is no longer in the set.": reviewing(
    "is on the set or on a change, keeps its name, and can be marked as done",
  ),
  "This comment no longer exists.": reviewing(
    "is on the set or on a change, keeps its name, and can be marked as done",
  ),
  "Choose a time in the future.": provedBy("change-sets/in-time")(
    "refuses a past time, and removes a schedule",
  ),
  "Choose an end time in the future and after the set goes live.": ending(
    "requires a future end after the start, which can be moved or removed",
  ),
  "The end time has passed. Choose another one first.": ending(
    "refuses to publish a set that is over",
  ),
  "The history no longer has the version from before this set.": ending(
    "an end that fails is held with the reason until it is rescheduled",
  ),
  "Keep the live version, or restore the earlier one.": afterTheEnd(
    "is listed by column, and decided one by one",
  ),
  "Someone already decided this.": afterTheEnd("is listed by column, and decided one by one"),
  "This set has no changes yet.": publishing(
    "is refused for an empty set, or one changed since the review",
  ),
  "Some of this was changed on the live site. Resolve it in the review first.": deciding(
    "the same column is decided for what is %s",
  ),
  "History entries can't be changed.": provedBy("history/kept")("not even its owner: %s"),
  "Audit log entries can't be changed.": provedBy("audit-log/log")(
    "not even its owner or a superuser: %s",
  ),
  "Someone else changed the list. Reload and try again.": call("reorder_items", {
    list: "services",
    ids: [nobody],
  }),
  "Too many items. Confirm at most 2,000 at a time.": call("first_hour_say", {
    places: Array.from({ length: 2001 }, (_, place) => `words/${place}`),
  }),
  "This session has already ended.": call("my_session_end", { session: nobody }),
  "Too many open fields. Close some and try again.": call("say_present", {
    here: Array.from({ length: 21 }, (_, row) => ({ table: "services", row: String(row) })),
  }),
  "You don't have permission to reorder this list.": call(
    "reorder_items",
    { list: "services", ids: [] },
    "stranger",
  ),
  "This list doesn't exist.": call("reorder_items", {
    list: "admins",
    ids: [],
  }),
  "This lead was deleted or is marked as spam.": call("resend_submission_mail", {
    submission_id: nobody,
  }),
  "This isn't a valid webhook address. Use https://, a host name and a path.": webhook({
    url: "https://[::1]/",
  }),
  "The address must start with https://, so the data is encrypted.": webhook({
    url: "http://hooks.invalid/",
  }),
  "Use port 443, or a port from 1024 to 65535.": webhook({
    url: "https://hooks.invalid:22/",
  }),
  "Choose at least one event.": webhook({ events: ["everything"] }),
  "This format isn't supported.": webhook({ format: "xml" }),
  "This webhook no longer exists.": call("webhook_rotate", { webhook: nobody }),
  "Someone else changed this webhook. Close it and open it again.": provedBy("webhooks/addresses")(
    "does not overwrite someone else's change",
  ),
  "You can have at most 20 webhooks. Delete one you no longer need.":
    provedBy("webhooks/addresses")("there are 20 at most"),
  "This event no longer exists, or its lead is in the trash or held as spam.": call(
    "webhook_send_again",
    { delivery: nobody },
  ),
  "This user no longer exists.": call("admin_reset_password", {
    user_id: nobody,
    new_password: "tape-gun-2026",
  }),
  "Your session has ended. Sign in again.": provedBy("accounts/admins")(
    "ends an admin's unexpired token",
  ),
};
