import { expect, test } from "vitest";
import { mailHeaders } from "./mail-headers.ts";

test.each([
  [{}, { "Auto-Submitted": "auto-generated" }],
  [{ autoSubmitted: "auto-replied" as const }, { "Auto-Submitted": "auto-replied" }],
  [{ autoSubmitted: "no" as const }, {}],
  [
    { unsubscribe: "https://site.test/unsubscribe/t" },
    {
      "Auto-Submitted": "auto-generated",
      "List-Unsubscribe": "<https://site.test/unsubscribe/t>",
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  ],
  [
    { unsubscribe: "http://localhost:3000/unsubscribe/t" },
    {
      "Auto-Submitted": "auto-generated",
      "List-Unsubscribe": "<http://localhost:3000/unsubscribe/t>",
    },
  ],
  [
    { references: ["ana-1@example.org", "mail-1"] },
    {
      "Auto-Submitted": "auto-generated",
      "In-Reply-To": "<mail-1@example.com>",
      References: "<ana-1@example.org> <mail-1@example.com>",
    },
  ],
  [{ references: [] }, { "Auto-Submitted": "auto-generated" }],
])("sends an email with %j with these headers", (mail, headers) => {
  expect(mailHeaders(mail, "Evergreen <hello@example.com>")).toEqual(headers);
});

test("refers to the first and the latest emails of a long conversation", () => {
  const references = Array.from({ length: 30 }, (_, index) => `${index}@example.org`);
  const { References: header } = mailHeaders({ references }, "hello@example.com");
  const ids = header?.split(" ") ?? [];
  expect([ids.length, ids[0], ids[1], ids.at(-1)]).toEqual([
    20,
    "<0@example.org>",
    "<11@example.org>",
    "<29@example.org>",
  ]);
});
