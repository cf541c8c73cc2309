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

/** Calls with the id of a user. */
const about =
  (email: string, name: string, args: (user_id: string) => object): Refused =>
  async (world) =>
    call(name, args(await idOf(world, email)))(world);

const password = (new_password: string | null) =>
  about(people.stranger.email, "admin_reset_password", (user_id) => ({ user_id, new_password }));

const MESSAGES = "/rest/v1/contact_submissions";
const sample = {
  ...{ name: "Ana Ruiz", email: "ana@example.com" },
  ...{ monthly_volume: "0-50", platforms: ["Etsy"] },
};
const message = (odd: object) => post("visitor", MESSAGES, { ...sample, ...odd });

/** The tests of restoring look at every row that a refusal must leave alone. */
const restoring = provedBy("history/conflicts");

/** The tests of sets of changes look at what is live, and at what stays in the set. */
const preparing = provedBy("change-sets/change-sets");
const publishing = provedBy("change-sets/published");
const deciding = provedBy("change-sets/conflicts");
const ending = provedBy("change-sets/that-end");
const afterTheEnd = provedBy("change-sets/changed-since");
const unsaveable = { of_set: nobody, list: "admins", id: nobody, operation: "INSERT" };

const webhook = (odd: object) =>
  call("webhook_save", {
    ...{ name: "Orders", url: "https://hooks.invalid/", events: ["lead.created"], active: false },
    ...odd,
  });
const REFUSED = "%s is refused in words, and nothing is changed";
const replying = provedBy("mail/replies");

/** Every sentence that a function of the database raises, and how one comes by it. */
export const databaseRefusals: Record<string, Refused | TestedBy> = {
  "This submission is in the trash. Restore it to reply.": replying(REFUSED),
  "This submission is marked as spam. Mark it as not spam to reply.": replying(REFUSED),
  "A reply needs a text of at most 10,000 characters.": replying(REFUSED),
  "A reply needs a subject of at most 200 characters.": replying(REFUSED),
  "This submission no longer exists.": call("reply_send", {
    ...{ lead: nobody, request: nobody, subject: "Re", message: "Hi" },
  }),
  "One thing is changed at a time: status, owner, follow-up, spam or trash.": call("lead_change", {
    ...{ what: { ids: [nobody] }, changes: { status: "closed", is_spam: true } },
  }),
  "At most 500 leads can be changed at once. Narrow the list first.": call("lead_change", {
    ...{ what: { ids: Array.from({ length: 501 }, () => crypto.randomUUID()) } },
    changes: { status: "closed" },
  }),
  "This reply has left already.": call("reply_take_back", { reply: nobody }),
  "This reply is being sent, or has left already.": call("reply_send_again", { reply: nobody }),
  "Too many mails wait to be sent.": provedBy("mail/rows")("is the last of ten thousand that wait"),
  "Please enter a valid email address": message({ email: "ana@" }),
  "Please send one message at a time.": post("visitor", MESSAGES, [sample, sample]),
  "The name has a character that can't be read.": message({ name: "Ana \uFFFD" }),
  "This is no address of a booking.": post("visitor", "/rest/v1/rpc/booking_add", {
    event_uri: "ana@example.com",
  }),
  "This is no booking in the calendar of this site.": post("visitor", "/rest/v1/rpc/booking_add", {
    event_uri: "https://evil.example/1",
  }),
  "Too many bookings were told of today.": provedBy("leads/bookings")(
    "is one of ten a day from its address, and of ten of the same message",
  ),
  "At most 50 addresses get notices of leads.":
    provedBy("leads/recipients")("are bounded in number"),
  "Only an admin can do this.": call("admin_dashboard", {}, "stranger"),
  "Password must be at least 6 characters long.": password("abc"),
  "Password must be at most 72 characters long.": password("x".repeat(73)),
  "Please enter a new password.": password("  "),
  "A name has at most 100 characters, all on one line.": call("admin_invite", {
    email: "invited@example.com",
    full_name: "Ann\nLee",
  }),
  "Please enter a valid email address.": call("admin_invite", { email: "ana@" }),
  "This person is an admin already.": call("admin_invite", { email: people.admin.email }),
  "This invitation is no longer open.": call("admin_revoke_invitation", {
    email: "nobody@example.com",
  }),
  "Admins are invited: rights come when the invitation is accepted.": about(
    people.stranger.email,
    "admin_set_admin",
    (user_id) => ({ user_id, make_admin: true }),
  ),
  "The last admin can't be removed. Make someone else an admin first.": about(
    people.admin.email,
    "admin_set_admin",
    (user_id) => ({ user_id, make_admin: false }),
  ),
  "An uploaded file is deleted in the media library.": restoring(
    "a file that was deleted with its row, or is still there",
  ),
  "The file itself was deleted. Upload it again.": restoring(
    "a file that was deleted with its row, or is still there",
  ),
  "This was deleted since. Restore the deletion first.": restoring(
    "an older change of a row that is gone",
  ),
  "Someone changed this meanwhile. Look again at what would be restored.": restoring(
    "refuses what changed after the look, and then all of it",
  ),
  "Say which changes are meant.": restoring("a request that names nothing"),
  [`Texts refer to this price: ${HOLE}. Put other words there first.`]: provedBy(
    "screens/price-references",
  )("a price that texts refer to is neither deleted nor hidden, and says where it stands"),
  "This set is no longer open: it was published or discarded.": call("set_save", unsaveable),
  "Changes of this table can't be prepared.": call("set_rows", { of_set: nobody, list: "admins" }),
  "There is such a row already.": preparing("refuses what a direct save would, in its words"),
  "There is an open set of this name already.": preparing(
    "an open set's name is its own, said on one line",
  ),
  "Keep what is live, or what was prepared.": deciding("the same column is decided for what is %s"),
  "This was changed meanwhile. Look at it again.": deciding(
    "who decides about another version than they saw is refused",
  ),
  "This set was changed meanwhile. Look at it again.": publishing(
    "is refused for a set that is empty, or another than was looked at",
  ),
  "Choose a time that is still to come.": provedBy("change-sets/in-time")(
    "a time that is over is refused, and one can be taken away",
  ),
  "Choose an end that comes after now, and after the set went live.": ending(
    "an end comes after now and after the beginning, and is taken away or moved while the set is live",
  ),
  "The time at which it ends is over. Choose another one first.": ending(
    "nobody publishes by hand what is over already",
  ),
  "The history does not reach back to what was live before.": ending(
    "an end that can't be is held with the reason, until there is a new time",
  ),
  "Keep what is live, or bring back what was before.": afterTheEnd(
    "stays by the column, and is decided about one by one",
  ),
  "Somebody decided about this already.": afterTheEnd(
    "stays by the column, and is decided about one by one",
  ),
  "There is nothing in this set yet.": publishing(
    "is refused for a set that is empty, or another than was looked at",
  ),
  "Some of this was changed live meanwhile. Decide about it in the review first.": deciding(
    "the same column is decided for what is %s",
  ),
  "The history writes itself; nobody changes it.":
    provedBy("history/kept")("not even its owner: %s"),
  "The list changed meanwhile. Reload it and try again.": call("reorder_items", {
    list: "services",
    ids: [nobody],
  }),
  "A site has no 2,000 places to be made yours.": call("first_hour_say", {
    places: Array.from({ length: 2001 }, (_, place) => `words/${place}`),
  }),
  "These are too many places at once.": call("say_present", {
    here: Array.from({ length: 21 }, (_, row) => ({ table: "services", row: String(row) })),
  }),
  "You may not put this list in order.": call(
    "reorder_items",
    { list: "services", ids: [] },
    "stranger",
  ),
  "There is no list of this name to put in order.": call("reorder_items", {
    list: "admins",
    ids: [],
  }),
  "This submission no longer exists, or is marked as spam.": call("resend_submission_mail", {
    submission_id: nobody,
  }),
  "This is not an address that a webhook can have: https://, a name, and a path.": webhook({
    url: "https://[::1]/",
  }),
  "The address must begin with https://, so that nobody reads along.": webhook({
    url: "http://hooks.invalid/",
  }),
  "A webhook can have port 443, or one from 1024 to 65535.": webhook({
    url: "https://hooks.invalid:22/",
  }),
  "A webhook needs a name of at most 100 characters, all on one line.": webhook({ name: " " }),
  "Choose what this webhook is told of.": webhook({ events: ["everything"] }),
  "There is no such format.": webhook({ format: "xml" }),
  "This webhook no longer exists.": call("webhook_rotate", { webhook: nobody }),
  "Someone else changed this webhook meanwhile. Close this and open it again.": provedBy(
    "webhooks/addresses",
  )("somebody else's change is not overwritten"),
  "There can be 20 webhooks. Delete one that is no longer needed.":
    provedBy("webhooks/addresses")("there are 20 at most"),
  "This delivery is gone, or its lead is in the trash or held back as spam.": call(
    "webhook_send_again",
    { delivery: nobody },
  ),
  "This user no longer exists.": call("admin_reset_password", {
    user_id: nobody,
    new_password: "tape-gun-2026",
  }),
  "Your session has ended. Sign in again.": provedBy("accounts/admins")(
    "ends what an admin's token opens, though it has not expired",
  ),
};
