import type { Bad } from "./bad.ts";

export const others: [string, Bad][] = [
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
