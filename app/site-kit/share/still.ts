import { mix } from "#app/lib/domain/color.ts";
import tokens from "#app/styles/tokens.css?raw";
import { fitted, outline, writable } from "./lettering.ts";

/** Colors by the name of their token: "brand", "paper-2". */
type Colors = Record<string, string>;

/**
 * The colors of tokens.css as "#rrggbb", with the company's variables.
 * @param variables brandVariables()
 */
export function colorsOf(variables: Record<string, string>): Colors {
  const colors: Colors = {};
  for (const [, name = "", value = ""] of tokens.matchAll(/--color-([a-z0-9-]+): ([^;]+);/g)) {
    const color = resolve(value, variables);
    if (color) colors[name] = color;
  }
  return colors;
}

function resolve(value: string, variables: Record<string, string>): string | undefined {
  if (/^#[0-9a-f]{6}$/i.test(value)) return value;
  const mixed = /^color-mix\(in oklab, (.+) (\d+)%, (#[0-9a-f]{6})\)$/.exec(value);
  if (mixed) {
    const [, from = "", share, to = ""] = mixed;
    return mix(resolve(from, variables) ?? to, Number(share) / 100, to);
  }
  const named = /^var\((--[a-z-]+), (.+)\)$/.exec(value);
  return named ? (variables[named[1] ?? ""] ?? resolve(named[2] ?? "", variables)) : undefined;
}

/**
 * A drawing's markup for a program that knows neither our stylesheet nor our fonts: classes become attributes,
 * and text becomes paths.
 */
export const still = (markup: string, colors: Colors): string =>
  markup
    .replace(/<text ([^>]*)>([^<]*)<\/text>/g, (_, attributes, text) => asPath(attributes, text))
    .replace(/ class="([^"]*)"/g, (_, names) => attributesOf(names, colors))
    .replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ');

function attributesOf(names: string, colors: Colors): string {
  const found = new Map<string, string>();
  const put = (name: string, value: string | undefined) => value && found.set(name, value);
  for (const name of names.split(" ")) {
    if (name === "art") {
      put("stroke", colors.ink);
      found.set("stroke-linejoin", "round").set("stroke-linecap", "round");
      if (!found.has("stroke-width")) found.set("stroke-width", "1.5");
      continue;
    }
    const [, property = "", rest = ""] = /^(fill|stroke)-(.+)$/.exec(name) ?? [];
    const width = /^\[?([\d.]+)\]?$/.exec(rest)?.[1];
    if (width) put("stroke-width", width);
    else if (rest === "none") put(property, "none");
    else if (property) put(property, colors[rest]);
    const [, dashes] = /^\[stroke-dasharray:([\d._]+)\]$/.exec(name) ?? [];
    put("stroke-dasharray", dashes?.replaceAll("_", " "));
  }
  return [...found].map(([name, value]) => ` ${name}="${value}"`).join("");
}

const CODE_SIZE = 15;

/** The codes in a drawing are short: "01", "1 ft". */
function asPath(attributes: string, text: string): string {
  const number = (name: string) => Number(new RegExp(` ?${name}="([^"]*)"`).exec(attributes)?.[1]);
  const names = /class="([^"]*)"/.exec(attributes)?.[1] ?? "";
  const size = Number(/text-\[(\d+)px\]/.exec(names)?.[1] ?? CODE_SIZE);
  const line = writable(text);
  if (!line) return "";
  const bounds = { width: Infinity, height: size, sizes: [size], lineHeight: 1, tracking: 0 };
  const { width } = fitted(line, bounds);
  const left = number("x") - (names.includes("[text-anchor:middle]") ? width / 2 : 0);
  const place = `translate(${left} ${number("y")}) scale(${size / 1000})`;
  return `<path d="${outline([line], 1, 0)}" transform="${place}" class="${names}"/>`;
}
