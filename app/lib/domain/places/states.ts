/** The US states and the District of Columbia, by postal code. */
const NAMES = {
  AL: "Alabama",
  AK: "Alaska",
  AZ: "Arizona",
  AR: "Arkansas",
  CA: "California",
  CO: "Colorado",
  CT: "Connecticut",
  DE: "Delaware",
  DC: "District of Columbia",
  FL: "Florida",
  GA: "Georgia",
  HI: "Hawaii",
  ID: "Idaho",
  IL: "Illinois",
  IN: "Indiana",
  IA: "Iowa",
  KS: "Kansas",
  KY: "Kentucky",
  LA: "Louisiana",
  ME: "Maine",
  MD: "Maryland",
  MA: "Massachusetts",
  MI: "Michigan",
  MN: "Minnesota",
  MS: "Mississippi",
  MO: "Missouri",
  MT: "Montana",
  NE: "Nebraska",
  NV: "Nevada",
  NH: "New Hampshire",
  NJ: "New Jersey",
  NM: "New Mexico",
  NY: "New York",
  NC: "North Carolina",
  ND: "North Dakota",
  OH: "Ohio",
  OK: "Oklahoma",
  OR: "Oregon",
  PA: "Pennsylvania",
  RI: "Rhode Island",
  SC: "South Carolina",
  SD: "South Dakota",
  TN: "Tennessee",
  TX: "Texas",
  UT: "Utah",
  VT: "Vermont",
  VA: "Virginia",
  WA: "Washington",
  WV: "West Virginia",
  WI: "Wisconsin",
  WY: "Wyoming",
} as const;

export type State = keyof typeof NAMES;

/** A map of equal tiles, each about where its state is. */
const TILES = `
  AK .. .. .. .. .. .. .. .. .. ME
  .. .. .. .. .. .. .. .. VT NH ..
  WA ID MT ND MN WI MI .. NY MA RI
  OR NV WY SD IA IL IN OH PA NJ CT
  CA UT CO NE MO KY WV VA MD DE ..
  .. AZ NM KS AR TN NC SC DC .. ..
  .. .. .. OK LA MS AL GA .. .. ..
  HI .. .. TX .. .. .. .. FL .. ..`;

/** Each state's tile: its column from 0 to 10 and its row from 0 to 7. */
export const stateTiles: readonly { state: State; column: number; row: number }[] = TILES.trim()
  .split("\n")
  .flatMap((line, row) =>
    line
      .trim()
      .split(" ")
      .flatMap((code, column) => (isState(code) ? [{ state: code, column, row }] : [])),
  );

function isState(code: string): code is State {
  return Object.hasOwn(NAMES, code);
}

export const stateName = (state: State): string => NAMES[state];

/** One state by its code or name, in any case: "or", "Oregon". */
export function readState(text: string): State | undefined {
  const typed = text.trim().toLowerCase();
  return stateTiles.find(
    ({ state }) => state.toLowerCase() === typed || NAMES[state].toLowerCase() === typed,
  )?.state;
}

/** The states of a list such as "OR, Washington; ID", and the entries that are none. */
export function readStates(text: string): { states: State[]; unknown: string[] } {
  const entries = text
    .split(/[,;\n]|\band\b/)
    .map((entry) => entry.trim().replace(/\.$/, ""))
    .filter(Boolean);
  const states = entries.flatMap((entry) => readState(entry) ?? []);
  return {
    states: [...new Set(states)],
    unknown: entries.filter((entry) => !readState(entry)),
  };
}
