import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import type { CspDirective } from "#contract/render-context.ts";
import { inlineHashes, pageCsp } from "./render-once.ts";

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

test("allows inline scripts and styles by hash", () => {
  const html = [
    "<script>one()</script><SCRIPT async>two(\n)</SCRIPT>",
    '<script src="/a.js"></script><script src="/b.js">old browsers</script>',
    "<script></script><style></style>",
    '<script type="application/json">{}</script><script type="application/ld+json">{}</script>',
    "<script type='text/plain'>words</script>",
    '<script type="module">three()</script><script data-src="x">four()</script>',
    "<style media=print>a{}</style><styles>no</styles>",
  ].join("");
  expect(inlineHashes(html)).toEqual({
    script: ["one()", "two(\n)", "three()"].map(hash),
    style: [hash("a{}")],
  });
});

/** Parses a policy into its directives. */
const directives = (policy: string) =>
  Object.fromEntries(
    policy.split("; ").map((one) => {
      const [name = "", ...sources] = one.split(" ");
      return [name, sources];
    }),
  );

test("allows itself, its hashes, and its loaders' origins", () => {
  const plain = directives(pageCsp({ script: [], style: [], allowed: new Map() }));
  expect(plain).toEqual({
    "default-src": ["'self'"],
    "script-src": ["'self'"],
    "style-src": ["'self'"],
    "style-src-attr": ["'unsafe-inline'"],
    "img-src": ["'self'", "data:", "blob:", "https:"],
    "media-src": ["'self'", "blob:", "https:"],
    "font-src": ["'self'"],
    "connect-src": ["'self'"],
    "frame-src": ["'self'"],
    "object-src": ["'none'"],
    "base-uri": ["'none'"],
    "form-action": ["'self'"],
    "frame-ancestors": ["'none'"],
  });
  const names: CspDirective[] = [
    ...(["script-src", "connect-src", "frame-src", "img-src", "style-src"] as const),
  ];
  const allowed = new Map(names.map((name) => [name, new Set([`https://${name}.test`])]));
  const wide = directives(pageCsp({ script: ["'s'"], style: ["'t'"], allowed }));
  for (const name of names)
    expect(wide[name]).toEqual([
      ...(plain[name] ?? []),
      ...(name === "script-src" ? ["'s'"] : name === "style-src" ? ["'t'"] : []),
      `https://${name}.test`,
    ]);
});
