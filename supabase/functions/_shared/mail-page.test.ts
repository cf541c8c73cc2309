import { expect, test } from "vitest";
import { button, facts, letter, links, mailPage, quote } from "./mail-page.ts";

const brand = { company: "Evergreen", color: "#f2a33a" };
const page = mailPage(
  "Two leads",
  [
    letter("Hi,\r\nfirst\nsecond <b>"),
    quote("Theirs\n\nin lines"),
    facts([["New", "2"]]),
    links([["Ana", "https://site.test/a"]]),
    button("https://site.test/admin", "Open", brand),
  ],
  brand,
);

test("keeps its width in Outlook for Windows, which knows tables and no max-width", () => {
  expect(page).toMatch(/<!--\[if mso\]><table [^>]*width="560" align="center">/);
  expect(page).toContain('class="card" width="560"');
});

test("colors every box by bgcolor, and sets no background that Outlook leaves out", () => {
  for (const [cell] of page.matchAll(/<[^>]*background[^>]*>/g)) {
    if (cell.startsWith("<a")) continue;
    expect(cell).toMatch(/bgcolor="#[0-9a-f]{6}"/);
  }
  expect(page).not.toMatch(/background:|flex|grid|background-image/);
});

test("renders a button as a colored cell with padding", () => {
  const [cell] = /<td[^>]*><a href="https:\/\/site.test\/admin"[^>]*>/.exec(page) ?? [];
  expect(cell).toContain('bgcolor="#f2a33a"');
  expect(cell).toContain("mso-padding-alt:13px 22px");
});

test("turns lines into breaks, and escapes text", () => {
  expect(page).toContain("Hi,<br>first<br>second &lt;b&gt;");
  expect(page).toContain("Theirs<br><br>in lines");
  expect(page).not.toContain("pre-wrap");
});

test("sets the font on every text, because Outlook's tables inherit none", () => {
  for (const [cell] of page.matchAll(/<t[dh][^>]*class="(?:ink|soft|quote ink)"[^>]*>/g))
    expect(cell).toMatch(/font:1[46]px/);
});
