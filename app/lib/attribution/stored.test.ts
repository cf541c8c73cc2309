import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { rememberArrival, storedAttribution } from "./stored.ts";

const storage = (stored: Record<string, string>) =>
  Object.defineProperties(stored, {
    getItem: { value: (key: string) => stored[key] ?? null },
    setItem: { value: (key: string, value: string) => Object.assign(stored, { [key]: value }) },
  });
const denied = () => {
  throw new DOMException("denied", "SecurityError");
};

/** Opens a page in the tab. */
function open(path: string, { type = "navigate", referrer = "" } = {}) {
  vi.stubGlobal("location", new URL(path, "https://dock.example"));
  vi.stubGlobal("document", { referrer });
  vi.stubGlobal("performance", { getEntriesByType: () => [{ type }] });
  rememberArrival();
}

beforeEach(() => {
  vi.stubGlobal("localStorage", storage({ draft: "x" }));
  vi.stubGlobal("sessionStorage", storage({}));
});
afterEach(() => vi.unstubAllGlobals());

const first = { landing_page: "/", referrer: "bing.com" };

test("a tab keeps its first arrival through pages, reloads and Back", () => {
  expect(storedAttribution()).toBeNull();
  open("/", { referrer: "https://bing.com/" });
  open("/pricing", { referrer: "https://dock.example/" });
  expect(storedAttribution()).toEqual({ first });
  open("/faqs?utm_source=ads");
  const last = { landing_page: "/faqs", utm_source: "ads" };
  expect(storedAttribution()).toEqual({ first, last });
  // The browser reports the original referrer again.
  open("/", { referrer: "https://bing.com/", type: "reload" });
  open("/", { referrer: "https://bing.com/", type: "back_forward" });
  expect(storedAttribution()).toEqual({ first, last });
});

test("a tab that was reloaded before the script came begins there", () => {
  open("/", { referrer: "https://bing.com/", type: "reload" });
  expect(storedAttribution()).toEqual({ first });
});

test("a browser without URL.canParse has an arrival, too", () => {
  const canParse = vi.spyOn(URL, "canParse").mockImplementation(() => {
    throw new TypeError("URL.canParse is not a function");
  });
  open("/", { referrer: "https://bing.com/" });
  canParse.mockRestore();
  expect(storedAttribution()).toEqual({ first });
});

test("records nothing of staff's own visits", () => {
  open("/");
  vi.stubGlobal("localStorage", storage({ "sb-dock-auth-token": "{}" }));
  expect(storedAttribution()).toBeNull();
  vi.stubGlobal("sessionStorage", storage({}));
  open("/?utm_source=ads");
  expect({ ...sessionStorage }).toEqual({});
});

test("records nothing, and doesn't fail, with refused or invalid storage", () => {
  for (const name of ["sessionStorage", "localStorage"])
    vi.stubGlobal(name, { getItem: denied, setItem: denied });
  open("/");
  expect(storedAttribution()).toBeNull();
  vi.stubGlobal("sessionStorage", storage({ attribution: "{" }));
  open("/");
  expect(storedAttribution()).toBeNull();
});
