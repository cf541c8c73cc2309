import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { expect, test } from "vitest";
import { createToPng } from "./index.ts";

const svg = (inside: string, size = 'width="40" height="20"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"
    ${size} viewBox="0 0 40 20">${inside}</svg>`);
const GREEN = '<rect width="40" height="20" fill="#00ff00"/>';

test("fills the box as far as the image's shape allows, small or large", async () => {
  const toPng = createToPng();
  for (const size of ['width="4" height="2"', 'width="4000" height="2000"', ""]) {
    const png = await toPng(svg(GREEN, size), 200, 200);
    const { format, width, height } = await sharp(png as Buffer).metadata();
    expect({ format, width, height }).toEqual({ format: "png", width: 200, height: 100 });
  }
});

test("loads nothing that an SVG names", async () => {
  const asked: string[] = [];
  const server = createServer((req, res) => {
    asked.push(req.url ?? "");
    res.end();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const file = new URL("../../../../docs/home.png", import.meta.url).href;
    const png = await createToPng()(
      svg(`${GREEN}
        <style>@import url("${url}/style.css"); @font-face { src: url("${url}/font") }</style>
        <script href="${url}/script.js"/>
        <image href="${url}/image.png" width="40" height="20"/>
        <image xlink:href="${file}" width="40" height="20"/>
        <use href="${url}/other.svg#a"/>
        <foreignObject width="40" height="20"><iframe src="${url}/frame"/></foreignObject>`),
      40,
      20,
    );
    const { dominant } = await sharp(png as Buffer).stats();
    expect(dominant.g).toBeGreaterThan(240);
    expect(Math.max(dominant.r, dominant.b)).toBeLessThan(16);
    expect(asked).toEqual([]);
  } finally {
    server.close();
  }
});

test("has no image for what is none, is too large, or takes too long", async () => {
  const toPng = createToPng();
  expect(await toPng(Buffer.from("words"), 40, 20)).toBeNull();
  expect(await toPng(svg(`<!--${"x".repeat(2 * 1024 * 1024)}-->${GREEN}`), 40, 20)).toBeNull();
  // Not even the process starts within a millisecond.
  const hasty = createToPng(1);
  expect(await Promise.all([hasty(svg(GREEN), 40, 20), hasty(svg(GREEN), 40, 20)])).toEqual([
    null,
    null,
  ]);
});
