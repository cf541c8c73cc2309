import { expect, test } from "vitest";
import { embedAddress, schedulingUrl } from "./scheduling.ts";

test.each([
  "",
  "  ",
  "calendly.com/us/call",
  "http://calendly.com/us/call",
  "javascript:alert(1)",
  "https://calendly.com;script-src/x",
  "https://calendly.com'/x",
])("%j is nothing to embed", (text) => expect(schedulingUrl(text)).toBeUndefined());

test("adds color and campaign to the embed, and keeps what staff wrote", () => {
  const page = schedulingUrl(" https://calendly.com/us/call?month=2026-03&utm_medium=site ") as URL;
  const campaign = { utm_source: "spring news", utm_medium: "mail" };
  const embed = new URL(embedAddress(page, "site.example:3000", campaign));
  expect(embed.origin + embed.pathname).toBe("https://calendly.com/us/call");
  expect(Object.fromEntries(embed.searchParams)).toEqual({
    month: "2026-03",
    utm_medium: "site",
    utm_source: "spring news",
    embed_domain: "site.example:3000",
    embed_type: "Inline",
    primary_color: "1f6e4d",
  });
});
