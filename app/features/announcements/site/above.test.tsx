import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { NonceContext } from "#app/lib/page/nonce.ts";
import Announcements from "./above.tsx";

const plain = {
  id: "1",
  message: "Closed on Friday 📦",
  link_label: null,
  link_url: null,
  updated_at: "2026-11-01T08:00:00.123456+00:00",
};
const html = (...data: Parameters<typeof Announcements>[0]["data"]) =>
  renderToStaticMarkup(
    <NonceContext value="of-this-page">
      <Announcements data={data} />
    </NonceContext>,
  );

test("nothing stands above a page when nothing is announced", () => {
  expect(html()).toBe("");
});

test("each is known by its id and its version; a page that streams lets its script run", () => {
  const said = html(plain, { ...plain, id: "2" });
  for (const id of ["1", "2"])
    expect(said).toContain(`id="announcement-${id}" data-version="${plain.updated_at}"`);
  expect(said.match(/<script nonce="of-this-page">/g)).toHaveLength(2);
});

test("a text runs its own way, its link is one, and none stands there without address", () => {
  expect(html({ ...plain, link_label: "Our rates", link_url: "/pricing" })).toMatch(
    /<p dir="auto"[^>]*>Closed on Friday 📦 <a href="\/pricing"[^>]*>Our rates<\/a><\/p>/,
  );
  expect(html(plain)).not.toContain("<a ");
});
