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
