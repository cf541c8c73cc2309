import { type Content, fixed, items, place, type Settings } from "#app/content/index.ts";
import {
  readState,
  readStates,
  type State,
  stateName,
  stateTiles,
} from "#app/lib/domain/places/states.ts";
import { postalLines } from "#app/lib/domain/postal-address.ts";
import { lines } from "#app/lib/text/formats.ts";
import { Evidence } from "#app/site-kit/sections/evidence.tsx";
import { PostalAddress } from "#app/site-kit/sections/postal-address.tsx";
import { text } from "#app/site-kit/text.ts";
import { unbroken } from "#app/site-kit/unbroken.tsx";

const { transitTable } = fixed;
/** A zone's tile and its text, the nearest zone first: the farther, the paler. */
const SHADES = [
  ["fill-brand-night", "fill-paper"],
  ["fill-brand", "fill-on-brand"],
  ["fill-brand-line", "fill-ink"],
  ["fill-brand-soft", "fill-ink"],
  ["fill-paper-3", "fill-ink"],
] as const;
const TILE = 40;

interface ShippingProps {
  shipping: Content<"services">["shipping"];
  settings: Settings;
}

/** Where orders leave, with whom, and how many days they take to each state. */
export function Shipping({ shipping, settings }: ShippingProps) {
  const { location_description } = shipping;
  const carriers = lines(shipping.carriers);
  const zones = items(shipping, "zone").filter(({ days }) => days.trim());
  if (!location_description.trim() && carriers.length + zones.length === 0) return null;
  return (
    <section id="shipping" className="overflow-x-clip bg-paper-2 py-20 lg:py-32">
      <div className="wrap">
        {shipping.title && <h2 className="max-w-[11.5em] text-4xl" {...text(shipping, "title")} />}
        <div className="mt-14 grid gap-x-8 gap-y-14 lg:grid-cols-12">
          <div className="grid content-start gap-10 lg:col-span-5">
            <div className="grid gap-6 empty:hidden">
              {location_description && (
                <p
                  className="max-w-[28em] text-lg text-ink-2"
                  {...text(shipping, "location_description")}
                />
              )}
              {postalLines(settings).length > 0 && (
                <address className="border-l-4 border-label pl-5 text-lg font-semibold not-italic">
                  <PostalAddress settings={settings} />
                </address>
              )}
            </div>
            {carriers.length > 0 && (
              <div>
                {shipping.carriers_label && (
                  <h3 className="text-xl" {...text(shipping, "carriers_label")} />
                )}
                <ul
                  className="flex flex-wrap gap-4 not-first:mt-5"
                  {...place(shipping, "carriers")}
                >
                  {carriers.map((carrier) => (
                    <li
                      key={carrier}
                      className="rounded-sm border-2 bg-card px-5 py-3 font-semibold wrap-anywhere"
                    >
                      {carrier}
                    </li>
                  ))}
                </ul>
              </div>
            )}
          </div>
          {zones.length > 0 && (
            <div className="lg:col-span-7">
              <StateMap zones={zones} dock={readState(settings.address_region)} />
              <table className="mt-8 w-full table-fixed text-left">
                <caption className="pb-4 text-left text-ink-2 wrap-anywhere">
                  <span
                    className="font-display text-xl font-bold text-ink"
                    {...text(shipping, "transit_label")}
                  />
                  <Evidence of={shipping} />
                </caption>
                <thead>
                  <tr className="code border-b border-line-strong">
                    <th scope="col" className="w-2/5 py-2 pr-6 sm:w-1/3">
                      {transitTable.days}
                    </th>
                    <th scope="col" className="py-2">
                      {transitTable.states}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {zones.map((zone, at) => (
                    <tr key={zone.number} className="border-b border-line-strong align-top">
                      <th scope="row" className="py-4 pr-6 font-semibold wrap-anywhere">
                        <span className="flex items-start gap-3">
                          <svg
                            viewBox="0 0 20 20"
                            className="art mt-0.5 w-5 flex-none"
                            aria-hidden="true"
                          >
                            <path d="M1 1h18v18H1z" className={shadeOf(at)[0]} />
                          </svg>
                          <span {...text(zone, "days")} />
                        </span>
                      </th>
                      <td className="py-4 text-ink-2 wrap-anywhere" {...place(zone, "states")}>
                        {statesInWords(zone.states)}
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </div>
      </div>
    </section>
  );
}

const shadeOf = (zone: number) => SHADES[Math.min(zone, SHADES.length - 1)] ?? SHADES[0];

/** "Oregon, Idaho"; what is no state stays as typed. */
function statesInWords(text: string): string {
  const { states, unknown } = readStates(text);
  return [...states.map(stateName), ...unknown].join(", ");
}

/** The country as tiles, shaded by zone, with the dock's own state marked. The table says the same in words. */
function StateMap({
  zones,
  dock,
}: {
  zones: readonly { states: string }[];
  dock: State | undefined;
}) {
  const zoneOf = new Map<State, number>();
  for (const [at, zone] of zones.entries())
    for (const state of readStates(zone.states).states)
      if (!zoneOf.has(state)) zoneOf.set(state, at);
  if (zoneOf.size === 0) return null;
  const home = stateTiles.find(({ state }) => state === dock);
  return (
    <svg
      viewBox={`-2 -6 ${11 * TILE + 4} ${8 * TILE + 8}`}
      className="art w-full"
      aria-hidden="true"
    >
      {stateTiles.map(({ state, column, row }) => {
        const zone = zoneOf.get(state);
        const [tile, words] = zone === undefined ? ["fill-card", "fill-ink"] : shadeOf(zone);
        return (
          <g key={state} transform={`translate(${column * TILE} ${row * TILE})`}>
            <path d="M2 2h36v36H2z" className={tile} />
            <text x="20" y="25" textAnchor="middle" className={`plan-code ${words}`}>
              {state}
            </text>
          </g>
        );
      })}
      {home && (
        <path
          d="M20 6c-6 0-10-4-10-9s4-9 10-9 10 4 10 9-4 9-10 9zm0 0v6"
          className="fill-label stroke-2"
          transform={`translate(${home.column * TILE} ${home.row * TILE + 4})`}
        />
      )}
    </svg>
  );
}

/** What the warehouse doesn't take: a list to check before asking. */
export function Limits({ limits }: { limits: Content<"services">["limits"] }) {
  const products = lines(limits.products);
  if (products.length === 0) return null;
  return (
    <section id="limits" className="wrap grid gap-x-8 gap-y-12 py-20 lg:grid-cols-12 lg:py-32">
      <div className="lg:col-span-5">
        {limits.title && <h2 className="text-4xl lg:text-3xl" {...text(limits, "title")} />}
        <p className="mt-6 max-w-[24em] text-lg text-ink-2" {...text(limits, "description")} />
      </div>
      <ul className="border-t-2 lg:col-span-7" {...place(limits, "products")}>
        {products.map((product) => (
          <li key={product} className="flex items-start gap-4 border-b border-line-strong py-4">
            <svg viewBox="0 0 20 20" className="art mt-1 w-5 flex-none" aria-hidden="true">
              <path d="m3 3 14 14M17 3 3 17" className="fill-none stroke-danger stroke-[2.5]" />
            </svg>
            <span className="min-w-0 wrap-anywhere">{unbroken(product)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
