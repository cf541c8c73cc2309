import { expect, test } from "vitest";
import { resources } from "./resources.ts";

/** Rule L-8 gives the wording for these. */
const GIVEN = new Set(["pricing item", "FAQ", "service", "testimonial"]);

/** Rule L-8: uses the create dialog's noun, and says so when deleting can't be undone. */
test.each(resources)("$table asks in its own words before it deletes", ({ words, confirm }) => {
  const one = words.create.replace(/^New /, "");
  const question = GIVEN.has(one)
    ? `Are you sure you want to delete this ${one}?`
    : `Delete ${one}?`;
  expect(confirm.label).toBe(
    confirm.final ? `${question} This action cannot be undone.` : question,
  );
  expect(confirm.by ?? "browser", "the browser's question has no room for more").toBe(
    confirm.final ? "dialog" : "browser",
  );
});
