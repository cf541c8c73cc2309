import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { publicPages } from "#app/content/index.ts";
import { ShareCard } from "./card.tsx";
import { colorsOf, still } from "./still.ts";

test("reads the colors from the stylesheet, with the company's own", () => {
  const usual = colorsOf({});
  expect(usual).toMatchObject({ brand: "#1f6e4d", label: "#f2a33a", ink: "#17211c" });
  const red = colorsOf({ "--brand": "#b3261e" });
  expect(red).toMatchObject({ brand: "#b3261e", label: "#f2a33a" });
  for (const name of ["brand-deep", "brand-night", "brand-soft", "brand-line"])
    expect([name, red[name]]).not.toEqual([name, usual[name]]);
});

test.each(publicPages)("the drawing of %s needs neither a stylesheet nor a font", (page) => {
  const card = <ShareCard page={page} title="Title" name="Name" host="site.test" logo={null} />;
  const svg = still(renderToStaticMarkup(card), colorsOf({}));
  expect(svg).not.toMatch(/ class=|<text|undefined|NaN/);
  // Without a color of its own, a shape would be black.
  const classes = [...renderToStaticMarkup(card).matchAll(/ class="([^"]*)"/g)].join(" ");
  const drawn = classes.match(/(?<!\[)\b(?:fill|stroke)-[a-z][\w-]*/g) ?? [];
  const colors = { ...colorsOf({}), none: "none" };
  expect(
    drawn.map((name) => name.replace(/^(fill|stroke)-/, "")).filter((it) => !(it in colors)),
  ).toEqual([]);
});
