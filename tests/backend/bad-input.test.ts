import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openTestBackend, type TestBackend } from "#tests/support/backend.ts";

let t: TestBackend;
let tokens: Record<"visitor" | "admin", string>;

beforeAll(async () => {
  t = await openTestBackend({ MEDIA_MAX_MB: "1" });
  const { data } = await (await t.admin()).auth.getSession();
  tokens = { visitor: t.backend.publishableKey, admin: data.session?.access_token ?? "" };
});
afterAll(() => t.close());

interface Bad {
  method?: string;
  path: string;
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  /** who sends it; the admin gets past the policies and meets what lies behind them */
  as?: "visitor" | "admin";
}

const TEN_MB = `"${"x".repeat(10 * 1024 * 1024)}"`;

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

const tables = [
  "site_content",
  "services",
  "pricing_items",
  "faq_items",
  "testimonials",
  "site_settings",
  "contact_submissions",
  "media_library",
];

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

const queries = [
  "id=eq.not-a-uuid",
  "nonsense=eq.1",
  "select=nonsense",
  "select=*,nonsense(*)",
  "select=id::nonsense",
  "order=nonsense.asc",
  "order=id.sideways",
  "limit=-1",
  "id=zz.1",
  "id=eq",
  "or=(",
  "or=(id.eq.1,)",
  "and=(id.eq.)",
  "id=in.(",
  "id=in.(1,2",
  "display_order=gt.abc",
  "title=fts(nonsense).x",
  "id=is.nonsense",
  "select=count()",
  "title=match.(",
  "created_at=gt.yesterday-ish",
  "display_order=eq.99999999999999999999",
  "title=eq.%00",
  "limit=many",
  "limit=1.5",
  "limit=99999999999999999999",
  "offset=-1",
  "offset=x",
  "title=eq",
  "title=not.eq",
  "title=",
  "title",
  "select=(",
  "select=,",
  "select=title,,",
  "order=title,",
].map((query): [string, Bad] => [`?${query}`, { path: `/rest/v1/services?${query}`, as: "admin" }]);

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

const odd = "/..%2f..%2f..%2fetc%2fpasswd";
const paths = [
  odd,
  "/%2e%2e/%2e%2e/etc/passwd",
  "/%00",
  "/a%00b.png",
  "/%",
  "/%zz",
  "/%c3%28",
  "/%ff%fe",
  `/${"a".repeat(5000)}`,
  `/${"a/".repeat(500)}`,
  "/.",
  "/.../x",
  "/a\\b",
  "/a%5c..%5cb",
  "/%2fetc%2fpasswd",
  "//double",
  "/'; drop table services; --",
];
const pathTricks = [
  "/rest/v1",
  "/rest/v1/rpc",
  "/auth/v1",
  "/storage/v1/object/public/media",
  "/storage/v1/object/media",
  "/storage/v1/object/info/media",
  "/storage/v1/render/image/public/media",
  "/functions/v1",
].flatMap((prefix) =>
  paths.map((path): [string, Bad] => [
    `GET ${prefix}${path.slice(0, 40)}`,
    { path: prefix + path, as: "admin" },
  ]),
);

const methods = ["PUT", "PATCH", "DELETE", "POST"].flatMap((method) =>
  [
    "/rest/v1/rpc/is_admin_user/x",
    "/rest/v1/nonsense",
    "/auth/v1/nonsense",
    "/auth/v1/settings",
    "/storage/v1/nonsense",
    "/storage/v1/object/list/other",
    "/storage/v1/object/public/media/x.png",
    "/functions/v1/nonsense",
    "/functions/v1/_shared",
  ].map((path): [string, Bad] => [`${method} ${path}`, { method, path, body: "{}" }]),
);

const sessions = [
  "Bearer nonsense",
  "Bearer a.b.c",
  "Bearer eyJhbGciOiJub25lIn0.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.",
  "Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJyb2xlIjoic2VydmljZV9yb2xlIn0.AAAA",
  `Bearer ${"x".repeat(6000)}`,
].flatMap((authorization) =>
  [
    ["GET", "/rest/v1/contact_submissions"],
    ["GET", "/auth/v1/user"],
    ["POST", "/storage/v1/object/media/uploads/x.png"],
    ["DELETE", "/storage/v1/object/media"],
    ["GET", "/functions/v1/admin-list-users"],
  ].map(([method, path = ""]): [string, Bad] => [
    `${method} ${path} as ${authorization.slice(0, 30)}`,
    { method, path, headers: { authorization }, body: method === "GET" ? undefined : "{}" },
  ]),
);

const uploads: [string, Bad][] = [
  ["no body", undefined, undefined],
  ["an empty form", "--b--\r\n", "multipart/form-data; boundary=b"],
  ["a form without boundary", "x", "multipart/form-data"],
  [
    "a form cut off",
    '--b\r\ncontent-disposition: form-data; name=""; filename="x"\r\n\r\nab',
    "multipart/form-data; boundary=b",
  ],
  [
    "a form with a field only",
    '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\nab\r\n--b--\r\n',
    "multipart/form-data; boundary=b",
  ],
  ["a page", "<html></html>", "text/html"],
  ["10 MB", TEN_MB, "image/png"],
].map(([name, body, type]): [string, Bad] => [
  `upload of ${name}`,
  {
    method: "POST",
    path: "/storage/v1/object/media/uploads/x.png",
    as: "admin",
    body,
    headers: type ? { "content-type": type } : {},
  },
]);

const others: [string, Bad][] = [
  ["rpc of nothing", { method: "POST", path: "/rest/v1/rpc/nonsense", body: "{}" }],
  [
    "rpc with wrong names",
    { method: "POST", path: "/rest/v1/rpc/reorder_items", as: "admin", body: '{"x":1}' },
  ],
  [
    "rpc with wrong types",
    {
      method: "POST",
      path: "/rest/v1/rpc/reorder_items",
      as: "admin",
      body: '{"list":1,"ids":"x"}',
    },
  ],
  ["rpc for the server", { method: "POST", path: "/rest/v1/rpc/mail_due", body: "{}" }],
  ["another schema", { path: "/rest/v1/users", headers: { "accept-profile": "auth" } }],
  ["a private schema", { path: "/rest/v1/state", headers: { "accept-profile": "loading_dock" } }],
  ["an impossible accept", { path: "/rest/v1/services", headers: { accept: "image/png" } }],
  ["a range beyond", { path: "/rest/v1/services?offset=9000", headers: { prefer: "count=exact" } }],
  [
    "a content type",
    {
      method: "POST",
      path: "/rest/v1/services",
      body: "x",
      headers: { "content-type": "image/png" },
    },
  ],
  [
    "csv that is none",
    {
      method: "POST",
      path: "/rest/v1/services",
      as: "admin",
      body: '"\n,,,\n',
      headers: { "content-type": "text/csv" },
    },
  ],
  [
    "unfiltered column types",
    { method: "PATCH", path: "/rest/v1/services?id=eq.1", as: "admin", body: '{"title":1}' },
  ],
  [
    "an array value",
    {
      method: "PATCH",
      path: "/rest/v1/services?id=eq.00000000-0000-0000-0000-000000000000",
      as: "admin",
      body: "[]",
    },
  ],
  [
    "a NUL character",
    {
      method: "POST",
      path: "/rest/v1/faq_items",
      as: "admin",
      body: '{"question":"\\u0000","answer":"x"}',
    },
  ],
  [
    "an endless text",
    {
      method: "POST",
      path: "/rest/v1/faq_items",
      as: "admin",
      body: JSON.stringify({ question: "x".repeat(900_000), answer: "x" }),
    },
  ],
  ["a wrong grant", { method: "POST", path: "/auth/v1/token?grant_type=nonsense", body: "{}" }],
  [
    "an array as e-mail",
    {
      method: "POST",
      path: "/auth/v1/token?grant_type=password",
      body: '{"email":["a"],"password":{"a":1}}',
    },
  ],
  [
    "numbers to sign up",
    { method: "POST", path: "/auth/v1/signup", body: '{"email":1,"password":2}' },
  ],
  [
    "an endless password",
    {
      method: "POST",
      path: "/auth/v1/signup",
      body: JSON.stringify({ email: "a@example.com", password: "x".repeat(9000) }),
    },
  ],
  [
    "a NUL in the e-mail",
    {
      method: "POST",
      path: "/auth/v1/signup",
      body: '{"email":"a\\u0000@example.com","password":"secret-123"}',
    },
  ],
  [
    "a NUL in the name",
    {
      method: "POST",
      path: "/auth/v1/signup",
      body: '{"email":"nul@example.com","password":"secret-123","data":{"full_name":"\\u0000"}}',
    },
  ],
  [
    "metadata that is a list",
    { method: "POST", path: "/auth/v1/recover", body: '{"email":{"a":1}}' },
  ],
  [
    "a refresh token that is none",
    {
      method: "POST",
      path: "/auth/v1/token?grant_type=refresh_token",
      body: '{"refresh_token":{"a":1}}',
    },
  ],
  [
    "a code that is none",
    { method: "POST", path: "/auth/v1/verify", body: '{"type":"signup","email":[1],"token":2}' },
  ],
  ["a type that is none", { path: "/auth/v1/verify?token=x&type=nonsense" }],
  ["a provider that is none", { path: "/auth/v1/authorize?provider=nonsense" }],
  ["sign-out of nobody", { method: "POST", path: "/auth/v1/logout" }],
  [
    "resend of nothing",
    {
      method: "POST",
      path: "/auth/v1/resend",
      body: '{"type":"nonsense","email":"a@example.com"}',
    },
  ],
  [
    "a user that is a number",
    {
      method: "PUT",
      path: "/auth/v1/user",
      as: "admin",
      body: '{"password":1,"email":2,"data":3}',
    },
  ],
  ["no width", { path: "/storage/v1/render/image/public/media/uploads/x.png" }],
  [
    "removing what climbs",
    {
      method: "DELETE",
      path: "/storage/v1/object/media",
      as: "admin",
      body: '{"prefixes":["../x"]}',
    },
  ],
  [
    "removing a number",
    { method: "DELETE", path: "/storage/v1/object/media", as: "admin", body: '{"prefixes":1}' },
  ],
  [
    "listing by nonsense",
    { method: "POST", path: "/storage/v1/object/list/media", as: "admin", body: '{"limit":"x"}' },
  ],
  [
    "another bucket",
    { method: "POST", path: "/storage/v1/object/other/x.png", as: "admin", body: "x" },
  ],
  [
    "a file outside uploads",
    { method: "POST", path: "/storage/v1/object/media/x.png", as: "admin", body: "x" },
  ],
  [
    "a bad user id",
    {
      method: "POST",
      path: "/functions/v1/admin-reset-password",
      as: "admin",
      body: '{"userId":"x","newPassword":"123456"}',
    },
  ],
];

/** The health check and a list of files do their work whatever else the object says. */
const takesNoObject = ([name]: [string, Bad]) =>
  !/(test-deployment|list\/media) with (an unknown|a polluting)/.test(name);

const all = [
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
  ...queries,
  ...pathTricks,
  ...methods,
  ...sessions,
  ...uploads,
  ...others,
];

describe(`${all.length} requests that make no sense`, () => {
  test("are more than 200", () => expect(all.length).toBeGreaterThan(200));

  test.each(all)("%s", async (_name, { method = "GET", path, body, headers, as = "visitor" }) => {
    const response = await t.request(path, {
      method,
      body,
      headers: {
        apikey: t.backend.publishableKey,
        authorization: `Bearer ${tokens[as]}`,
        "content-type": "application/json",
        ...headers,
      },
    });
    const text = await response.text();
    expect([response.status, text.slice(0, 200)]).toEqual([
      expect.toSatisfy(refused),
      text.slice(0, 200),
    ]);
    expect(text).not.toMatch(/\bat .+:\d+:\d+|node_modules|stack|postgres\.js/i);
    if (text) expect(JSON.parse(text)).toBeTypeOf("object");
  });
});

test.each(["/rest/v1/services", "/auth/v1/signup", "/functions/v1/test-deployment"])(
  "10 MB to %s are not even read to their end",
  async (path) => {
    let taken = 0;
    const body = new ReadableStream({
      pull(controller) {
        taken += 1;
        controller.enqueue(new Uint8Array(64 * 1024).fill(32));
        if (taken === 160) controller.close();
      },
    });
    const headers = { apikey: t.backend.publishableKey, "content-type": "application/json" };
    const response = await t.request(path, {
      method: "POST",
      headers,
      body,
      duplex: "half",
    } as RequestInit);
    expect(response.status).toBe(413);
    expect(await response.text()).toContain("The request is larger than 1 MB.");
    expect(taken).toBeLessThan(40);
  },
);

const refused = (status: number) => status >= 400 && status < 500;
