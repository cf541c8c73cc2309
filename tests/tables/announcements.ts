import { announcementSchema } from "#app/features/announcements/schema.ts";
import { now } from "#tests/support/clock.ts";
import { ANYBODY, long, onlyEditorsWrite, placed, type TableFacts, WIDE, WORDS } from "./facts.ts";

const PAST = "2026-01-01T00:00:00Z";
const LATER = "2999-01-01T00:00:00Z";

export const facts: TableFacts = {
  make: () => ({ message: "We are closed on Thanksgiving.", shown_from: LATER }),
  patch: { message: "Changed" },
  shown: { shown_from: PAST, shown_until: LATER },
  border: [
    { shown_from: null },
    { shown_from: PAST, shown_until: "2026-01-02T00:00:00Z" },
    { shown_from: null, is_active: false },
  ],
  isShown: ({ is_active, shown_from, shown_until }) =>
    is_active === true &&
    (shown_from === null || (shown_from as Date) <= now()) &&
    (shown_until === null || (shown_until as Date) > now()),
  rights: { select: ["shown", "shown", "shown", "all", "all"], ...onlyEditorsWrite },
  functions: [["announcements_change_at", {}, ANYBODY]],
  refuses: [
    ["message_required", { message: " " }],
    ["message_at_most_300_characters", { message: long(301) }],
    ["link_label_at_most_60_characters", { link_label: long(61), link_url: "/pricing" }],
    ["link_label_needs_a_link_url", { link_label: "Our rates" }],
    ["link_url_needs_a_link_label", { link_label: " ", link_url: "/pricing" }],
    [
      "link_url_is_a_web_address_or_a_path",
      { link_label: "Our rates", link_url: "javascript:alert(1)" },
    ],
    [
      "link_url_has_no_password",
      { link_label: "Our rates", link_url: "https://ana:secret@example.com" },
    ],
    ["shown_until_is_later_than_shown_from", { shown_until: PAST }],
    ["display_order_not_negative", { display_order: -1 }],
  ],
  list: {
    names: "message",
    schema: announcementSchema,
    draft: {
      message: "Closed on Friday.",
      link_label: "",
      link_url: "",
      shown_from: "",
      shown_until: "",
      ...placed,
    },
    says: { "Please enter a message": { message: " " } },
    wide: { message: WIDE, link_label: WORDS, link_url: `/pricing?${long(200)}` },
  },
};
