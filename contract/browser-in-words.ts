/** In this order, because browsers also name others: Edge says "Chrome", and Chrome says "Safari". */
const BROWSERS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["Edge", /\bEdg(e|A|iOS)?\//],
  ["Opera", /\b(OPR|Opera|OPiOS|OPT)\//],
  ["Samsung Internet", /\bSamsungBrowser\//],
  ["Firefox", /\b(Firefox|FxiOS)\//],
  ["Chrome", /\b(Headless)?(Chrome|CriOS|Chromium)\//],
  ["Safari", /\bVersion\/[\d.]+.* Safari\//],
];

/** iPads call themselves "iPad" only if asked for the mobile site; otherwise they look like a Mac. */
const DEVICES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ["iPhone", /\biPhone\b/],
  ["iPad", /\biPad\b/],
  ["Android", /\bAndroid\b/],
  ["ChromeOS", /\bCrOS\b/],
  ["Windows", /\bWindows NT\b/],
  ["macOS", /\bMacintosh\b/],
  ["Linux", /\bLinux\b/],
];

const nameIn = (known: typeof BROWSERS, text: string) =>
  known.find(([, pattern]) => pattern.test(text))?.[0];

/** "Chrome on Windows", from what a browser says about itself; "Unknown browser" if nothing is known. */
export function browserInWords(userAgent: string | null): string {
  const text = userAgent ?? "";
  const [browser, device] = [nameIn(BROWSERS, text), nameIn(DEVICES, text)];
  if (!browser) return device ? `Unknown browser on ${device}` : "Unknown browser";
  return device ? `${browser} on ${device}` : browser;
}
