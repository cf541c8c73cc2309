import { use } from "react";
import { NonceContext } from "#app/lib/page/nonce.ts";
import { type HeadStart, headStart } from "./script.ts";

/** The script as it stands in the page; the browser has it from there, and needs it no second time. */
const textOf = (page: HeadStart) =>
  import.meta.env.SSR ? `(${headStart})(${JSON.stringify(page).replaceAll("<", "\\u003c")})` : "";

/** Stands first in the head: a stylesheet before it would hold it up. */
export function HeadStartTag({ page }: { page: HeadStart }) {
  const nonce = use(NonceContext);
  return (
    <script
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own function, and JSON that can't end it
      dangerouslySetInnerHTML={{ __html: textOf(page) }}
    />
  );
}
