import * as z from "zod/mini";
import { displayOrder } from "#app/lib/data/item-schema.ts";
import { sitePath } from "#contract/site-path.ts";

/** The path of an old page. Of a full web address, as copied from a browser, it is what follows the domain. */
function pathOf(text: string): string | undefined {
  const path = text.replace(/^https?:\/\/[^/?#]+/i, "");
  return /[?#]/.test(path) ? undefined : sitePath(path);
}

/** An address with letters beyond ASCII, escaped as browsers do it. The database refuses what isn't one. */
function escaped(address: string): string {
  if (!/[^!-~]/.test(address) || !/^(https:\/\/|\/(?!\/))[^\s\\]+$/.test(address)) return address;
  const base = "https://this.site";
  if (!URL.canParse(address, base)) return address;
  const { href } = new URL(address, base);
  return address.startsWith("/") ? href.slice(base.length) : href;
}

/** What is stored of a redirect (rule L-16). */
export const redirectSchema = z.object({
  from_path: z.pipe(
    z.string().check(
      z.trim(),
      z.refine((text) => pathOf(text) !== undefined, "Enter a path on this site, like /old-page"),
    ),
    z.transform((text) => pathOf(text) ?? ""),
  ),
  to_address: z.pipe(
    z.string().check(z.trim(), z.minLength(1, "Enter the address to redirect to")),
    z.transform(escaped),
  ),
  is_permanent: z.boolean(),
  display_order: displayOrder,
  is_active: z.boolean(),
});

/** What the form calls its fields, in its order. */
export const labels = {
  from_path: "From",
  to_address: "To",
  is_permanent: "Permanent",
  display_order: "Display order",
  is_active: "Active",
};
