import { expect, test } from "vitest";
import { inert } from "./render-drafts.ts";

test("removes scripts, preloads, analytics and links, and keeps data", () => {
  const html = [
    '<link rel="modulepreload" href="/a.js"/><link rel="manifest" href="/m"/>',
    '<meta name="analytics" content="{&quot;ga&quot;:&quot;G-1&quot;}"/>',
    '<script type="speculationrules" nonce="x">{"prefetch":[]}</script><script src="/b.js"></script>',
    '<script nonce="x" type="application/ld+json">{"@type":"Thing"}</script>',
    '<form method="post" action="/contact" novalidate=""><button type="submit" formaction="/x">Send</button></form>',
    '<noscript><meta http-equiv="refresh" content="0; url=/faqs?whole"/><p>Or call us.</p></noscript>',
    '<p data-place="site_content/home.hero.title">1 &lt;script&gt; method="post"</p>',
  ].join("");
  expect(inert(html)).toBe(
    '<script nonce="x" type="application/ld+json">{"@type":"Thing"}</script>' +
      '<form novalidate=""><button type="submit">Send</button></form><p>Or call us.</p>' +
      '<p data-place="site_content/home.hero.title">1 &lt;script&gt; method="post"</p>',
  );
});
