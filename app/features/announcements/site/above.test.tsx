import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { addressedRows } from "#app/content/index.ts";
import { NonceContext } from "#app/lib/page/nonce.ts";
import Announcements from "./above.tsx";

const plain = {
  id: "1",
  message: "Closed on Friday 📦",
  link_label: null,
  link_url: null,
};
const html = (...data: Parameters<typeof Announcements>[0]["data"]) =>
  renderToStaticMarkup(
    <NonceContext value="of-this-page">
      <Announcements data={data} />
    </NonceContext>,
  );

test("shows nothing above a page without announcements", () => {
  expect(html()).toBe("");
});

const versionOf = (one: typeof plain | Parameters<typeof Announcements>[0]["data"][number]) =>
  /data-version="([^"]*)"/.exec(html(one))?.[1];

test("makes a new version only for other text or another address", () => {
  const versions = [
    plain,
    { ...plain, message: "Closed on Monday" },
    { ...plain, link_label: "Our rates", link_url: "/pricing" },
    { ...plain, link_label: "Our rates", link_url: "/services" },
    { ...plain, link_label: "Rates", link_url: "/services" },
  ].map(versionOf);
  expect(new Set(versions).size).toBe(5);
  // The row after a reorder or a schedule change.
  const moved = {
    ...plain,
    updated_at: "2026-11-02T08:00:00Z",
    display_order: 9,
    shown_until: null,
  };
  expect(versionOf(moved)).toBe(versionOf(plain));
});

test("identifies each by id and version, and lets a streamed page's script run", () => {
  const said = html(plain, { ...plain, id: "2" });
  for (const id of ["1", "2"])
    expect(said).toContain(`id="announcement-${id}" data-version="${plain.message}"`);
  expect(said.match(/<script nonce="of-this-page">/g)).toHaveLength(2);
});

test("gives each text its direction, and a link only with an address", () => {
  expect(html({ ...plain, link_label: "Our rates", link_url: "/pricing" })).toMatch(
    /<p dir="auto"[^>]*>Closed on Friday 📦 <a href="\/pricing"[^>]*>Our rates<\/a><\/p>/,
  );
  expect(html(plain)).not.toContain("<a ");
});

test("marks the text and its link with their fields in a preview", () => {
  const linked = { ...plain, link_label: "Our rates", link_url: "/pricing" };
  const places = (said: string) => [...said.matchAll(/data-place="([^"]*)"/g)].map(([, at]) => at);
  expect(places(html(linked))).toEqual([]);
  expect(places(html(...addressedRows("announcements", [linked])))).toEqual([
    "announcements/1.message",
    "announcements/1.link_label announcements/1.link_url",
  ]);
});
