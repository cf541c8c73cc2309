import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { breakable, unbroken } from "./unbroken.tsx";

const whole = (text: string) => `<span class="whitespace-nowrap">${text}</span>`;

test.each([
  ["within 24-48 hours, always", `within ${whole("24-48 hours")}, always`],
  ["24-48hr", whole("24-48hr")],
  ["Pick: $1.00-$5.00 per order", `Pick: ${whole("$1.00-$5.00")} per order`],
  ["4–6 weeks or 10-16+ weeks.", `${whole("4–6 weeks")} or ${whole("10-16+ weeks")}.`],
  ["Call (503) 555-0142 now", `Call ${whole("(503) 555-0142")} now`],
  ["Postage up to 8 oz", `Postage up to ${whole("8 oz")}`],
  ["8 ounces per package", `${whole("8 ounces")} per package`],
  ["1-2 weekends", `${whole("1-2")} weekends`],
])("%s", (text, html) => {
  expect(renderToStaticMarkup(unbroken(text))).toBe(html);
});

test.each([
  "Short-video sellers, 70,000+ orders",
  "8:00 AM - 6:00 PM PST",
  "bay A-01",
  "3 lbx",
  "300 orders",
  "$10,000,000.00-$20,000,000.00",
  "",
])("leaves %s unchanged", (text) => {
  expect(unbroken(text)).toBe(text);
});

test("keeps a range as typed for copying and searching", () => {
  const html = renderToStaticMarkup(unbroken("within 24-48 hours"));
  expect(html.replaceAll(/<[^>]+>/g, "")).toBe("within 24-48 hours");
});

test("lets an email address wrap after the @", () => {
  expect(renderToStaticMarkup(breakable("me@shop.example"))).toBe("me@<wbr/>shop.example");
  expect(breakable("shop.example")).toBe("shop.example");
});

test("shows all of an address with two @", () => {
  const html = renderToStaticMarkup(breakable("www.video.example/@shop/@live"));
  expect(html).toBe("www.video.example/@<wbr/>shop/@live");
});
