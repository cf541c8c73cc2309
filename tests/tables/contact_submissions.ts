import { long, onlyStaffWrite, type TableFacts } from "./facts.ts";

const estimate = { orders: 300, items: 2, cubic_feet: 40, returns: true, low: 440, high: 1820 };

export const facts: TableFacts = {
  make: () => ({
    name: "Ana Ruiz",
    email: "ana@example.com",
    monthly_volume: "101-500",
    platforms: ["TikTok Shop"],
  }),
  patch: { status: "closed" },
  rights: { ...onlyStaffWrite, select: ["none", "none", "all"], insert: ["yes", "yes", "yes"] },
  refuses: [
    ["name_at_least_2_characters", { name: " A " }],
    ["name_on_one_line", { name: "Ana\nBcc: all@example.com" }],
    ["name_at_most_200_characters", { name: long(201) }],
    ["email_is_an_address", { email: "ana@example" }],
    ["business_name_at_most_200_characters", { business_name: long(201) }],
    ["monthly_volume_required", { monthly_volume: "" }],
    ["monthly_volume_at_most_100_characters", { monthly_volume: long(101) }],
    ["platforms_at_least_one", { platforms: [] }],
    ["platforms_at_most_20", { platforms: Array(21).fill("Etsy") }],
    ["platforms_are_names", { platforms: ["Etsy", " "] }],
    ["message_at_most_5000_characters", { message: long(5001) }],
    ...[
      ["an estimate"],
      {},
      { ...estimate, note: long(10_000) },
      { ...estimate, orders: "300" },
      { ...estimate, orders: 0 },
      { ...estimate, items: 1_001 },
      { ...estimate, cubic_feet: 1e-40 },
      { ...estimate, cubic_feet: -1 },
      { ...estimate, returns: "yes" },
      { ...estimate, low: 1_821 },
      { ...estimate, high: null },
      { ...estimate, high: 1e16 },
    ].map((bad): [string, Record<string, unknown>] => [
      "estimate_is_an_estimate",
      { estimate: bad },
    ]),
    ["status_is_known", { status: "lost" }],
    ["trap_at_most_200_characters", { trap: long(201) }],
    ["spam_reason_is_known", { spam_reason: "dislike" }],
    ["mail_status_is_known", { mail_status: "lost" }],
    ["mail_attempts_not_negative", { mail_attempts: -1 }],
    ["mail_requests_not_negative", { mail_requests: -1 }],
    ["mail_last_error_at_most_500_characters", { mail_last_error: long(501) }],
  ],
  once: [["one_row_per_request", { request_id: "00000000-0000-4000-8000-000000000001" }]],
};
