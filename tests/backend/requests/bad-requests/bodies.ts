import { tableNames as tables } from "#tests/tables/index.ts";
import type { Bad } from "./bad.ts";

export const TEN_MB = `"${"x".repeat(10 * 1024 * 1024)}"`;

const bodies: [string, string | Uint8Array<ArrayBuffer>][] = [
  ["broken JSON", "{"],
  ["half a string", '{"a": "'],
  ["a number", "17"],
  ["null", "null"],
  ["a string", '"x"'],
  ["a list of numbers", "[1,2]"],
  ["a nested list", "[[[[]]]]"],
  ["bytes that are no text", new Uint8Array([0xff, 0xfe, 0x00, 0x80])],
  ["an unknown column", '{"nonsense": 1}'],
  ["a polluting key", '{"__proto__": {"x": 1}, "constructor": 1}'],
  ["10 MB", TEN_MB],
  ["deep nesting", `${"[".repeat(20_000)}${"]".repeat(20_000)}`],
];

const post = (path: string, as: Bad["as"] = "visitor") =>
  bodies.map(([name, body]): [string, Bad] => [
    `POST ${path} with ${name}`,
    { method: "POST", path, body, as },
  ]);

const rpcs = [
  ...["is_admin_user", "admin_list_users", "admin_reset_password", "admin_set_admin"],
  ...["admin_dashboard", "reorder_items", "media_usage", "resend_submission_mail"],
];
const functions = [
  ...["test-deployment", "send-contact-email", "admin-list-users", "admin-reset-password"],
];

const wrongTypes = tables.map((table): [string, Bad] => [
  `wrong types for ${table}`,
  { method: "POST", path: `/rest/v1/${table}`, as: "admin", body: '{"id": "not-a-uuid"}' },
]);

const nested = `${"[".repeat(20_000)}${"]".repeat(20_000)}`;
const deep: [string, Bad][] = [
  [
    "/auth/v1/signup",
    `{"email":"deep@example.com","password":"secret-123","data":{"a":${nested}}}`,
  ],
  ["/rest/v1/faq_items", `{"question":"x","answer":${nested}}`],
  ["/rest/v1/rpc/reorder_items", `{"list":"services","ids":${nested}}`],
  ["/storage/v1/object/list/media", `{"prefix":${nested}}`],
  ["/functions/v1/send-contact-email", `{"formData":${nested}}`],
  ["/functions/v1/admin-reset-password", `{"userId":${nested},"newPassword":"secret-123"}`],
].map(([path = "", body]) => [`deep inside ${path}`, { method: "POST", path, as: "admin", body }]);

/** The health check and the file list ignore unknown keys. */
const takesNoObject = ([name]: [string, Bad]) =>
  !/(test-deployment|list\/media) with (an unknown|a polluting)/.test(name);

/** Malformed bodies, at every endpoint that takes one. */
export const bodiesThatAreNone = [
  ...tables.flatMap((table) => post(`/rest/v1/${table}`, "admin")),
  ...post("/rest/v1/contact_submissions"),
  ...post("/auth/v1/signup"),
  ...post("/auth/v1/token?grant_type=password"),
  ...post("/auth/v1/token?grant_type=refresh_token"),
  ...post("/auth/v1/recover"),
  ...post("/auth/v1/verify"),
  ...post("/storage/v1/object/list/media", "admin").filter(takesNoObject),
  ...post("/auth/v1/resend"),
  ...post("/auth/v1/otp"),
  ...post("/auth/v1/magiclink"),
  ...functions.flatMap((name) => post(`/functions/v1/${name}`, "admin")).filter(takesNoObject),
  ...rpcs.flatMap((name) => post(`/rest/v1/rpc/${name}`, "admin")),
  ...deep,
  ...wrongTypes,
];
