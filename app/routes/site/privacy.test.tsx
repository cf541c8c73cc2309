import type { ComponentProps } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import Privacy from "./privacy.tsx";

test("a heading needs a space after the #", () => {
  const text = "# What we collect\nYour message.\n\n#1 rule: we never sell it.\n## For how long";
  const props = { loaderData: { text, stored: [] } } as unknown as ComponentProps<typeof Privacy>;
  const html = renderToStaticMarkup(<Privacy {...props} />);
  const headings = [...html.matchAll(/<h2[^>]*>(.*?)<\/h2>/g)].map(([, words]) => words);
  expect(headings.slice(0, -1)).toEqual(["What we collect", "For how long"]);
  expect(html).toContain(">#1 rule: we never sell it.</p>");
});
