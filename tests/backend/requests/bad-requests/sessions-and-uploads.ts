import type { Bad } from "./bad.ts";
import { TEN_MB } from "./bodies.ts";

export const sessions = [
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

export const uploads: [string, Bad][] = [
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
