import { expect } from "vitest";
import { dismissBroken, importRedirects, listBroken } from "#app/features/redirects/queries.ts";
import type { EVERY_MESSAGE } from "#tests/facts/every-message.ts";
import { type FactsFor, refusedTo } from "../fact.ts";

const entry = { line: 2, from: "/from-a-file", to: "/services", permanent: false };

export const redirectMessages: FactsFor<Pick<typeof EVERY_MESSAGE, "brokenAddresses">> = {
  brokenAddresses: {
    broken: refusedTo("stranger", listBroken),
    dismiss: refusedTo("stranger", () => dismissBroken("/gone")),
    dismissed: async ({ as, site }) => {
      await site.sql`insert into private.broken_addresses (path, visits) values ('/gone', 2)`;
      const paths = async () => (await as("admin", listBroken)).map(({ path }) => path);
      expect(await paths()).toContain("/gone");
      await as("admin", () => dismissBroken("/gone"));
      expect(await paths()).not.toContain("/gone");
    },
    check: refusedTo("stranger", () => importRedirects([entry], false)),
    import: refusedTo("stranger", () => importRedirects([entry], true)),
    imported: async ({ as, site }) => {
      expect(await as("admin", () => importRedirects([entry], true))).toEqual([]);
      const answer = await fetch(`${site.url}/from-a-file`, { redirect: "manual" });
      expect([answer.status, answer.headers.get("location")]).toEqual([302, "/services"]);
    },
  },
};
