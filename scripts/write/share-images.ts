// `npm run images:write`: draws the share images public/og/<page>.png, and the icons for browsers and phones.
// Run it after changing the mark, the design tokens, a headline or a drawing. Needs Chromium (CHROMIUM_PATH,
// or Debian's).
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import tailwindcss from "@tailwindcss/vite";
import { type Browser, chromium } from "playwright";
import { createElement, type FunctionComponent } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import sharp from "sharp";
import { createServer } from "vite";
import { type PublicPage, publicPages } from "../../app/content/index.ts";
import { chromiumPath } from "../chromium.mjs";

const PUBLIC = new URL("../../public/", import.meta.url);
const SIZE = { width: 1200, height: 630 };
const FACES = [
  ["Bricolage Grotesque Variable", "bricolage-grotesque", "200 800"],
  ["Instrument Sans Variable", "instrument-sans", "400 700"],
] as const;

/** Inlined in the stylesheet: a page made from a string has no base URL to load fonts from. */
const fontFaces = FACES.map(([family, name, weights]) => {
  const file = `../../node_modules/@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`;
  const data = readFileSync(new URL(file, import.meta.url)).toString("base64");
  return `@font-face { font-family: "${family}"; font-weight: ${weights}; src: url("data:font/woff2;base64,${data}") }`;
}).join("\n");

async function writeCards(browser: Browser) {
  const vite = await createServer({
    configFile: false,
    appType: "custom",
    logLevel: "warn",
    plugins: [tailwindcss()],
    server: { middlewareMode: true, ws: false, watch: null },
  });
  const { ShareCard } = (await vite.ssrLoadModule("/scripts/share/card.tsx")) as {
    ShareCard: FunctionComponent<{ page: PublicPage }>;
  };
  const { default: css } = await vite.ssrLoadModule("/scripts/share/card.css?inline");
  const tab = await browser.newPage({ viewport: SIZE, reducedMotion: "reduce" });
  await mkdir(new URL("og/", PUBLIC), { recursive: true });
  for (const page of publicPages) {
    const card = renderToStaticMarkup(createElement(ShareCard, { page }));
    await tab.setContent(`<!doctype html><style>${fontFaces} ${css}</style>${card}`);
    await tab.evaluate(() => document.fonts.ready);
    const shot = await tab.screenshot();
    // A palette fits these flat colors and their edges in a third of the bytes.
    const png = await sharp(shot).png({ palette: true, colours: 128, effort: 10 }).toBuffer();
    await writeFile(new URL(`og/${page}.png`, PUBLIC), png);
    console.log(`public/og/${page}.png`, `${Math.round(png.length / 1024)} KB`);
  }
  await vite.close();
}

/** Icons from favicon.svg. The maskable one keeps clear of the edges that phones crop. */
async function writeIcons() {
  const svg = readFileSync(new URL("favicon.svg", PUBLIC));
  const square = svg.toString().replace(/ rx="[\d.]+"/, "");
  const draw = (source: string | Buffer, size: number) =>
    sharp(Buffer.from(source), { density: size * 2 })
      .resize(size)
      .png({ effort: 10 })
      .toBuffer();
  const wide = square
    .replace('viewBox="0 0 40 40"', 'viewBox="-8 -8 56 56"')
    .replace('<rect width="40" height="40"', '<rect x="-8" y="-8" width="56" height="56"');
  const files = {
    "icon-192.png": await draw(svg, 192),
    "icon-512.png": await draw(svg, 512),
    "icon-maskable.png": await draw(wide, 512),
    "apple-touch-icon.png": await draw(square, 180),
    "favicon.ico": ico(await draw(svg, 32)),
  };
  for (const [name, bytes] of Object.entries(files)) await writeFile(new URL(name, PUBLIC), bytes);
}

/** An .ico file with a single 32-pixel PNG. */
function ico(png: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(32, 6);
  head.writeUInt8(32, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
});
try {
  await writeCards(browser);
  await writeIcons();
} finally {
  await browser.close();
}
