/** Numbers that look random and are the same for the same seed (mulberry32). */
export function seeded(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  return {
    /** a whole number from 0 to bound - 1 */
    below,
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T,
    shuffled<T>(list: readonly T[]): T[] {
      const all = [...list];
      for (let end = all.length - 1; end > 0; end -= 1) {
        const other = below(end + 1);
        [all[end], all[other]] = [all[other] as T, all[end] as T];
      }
      return all;
    },
    uuid() {
      const hex = Array.from({ length: 32 }, () => below(16).toString(16)).join("");
      return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-8$4-$5");
    },
    bytes: (length: number) => Buffer.from(Array.from({ length }, () => below(256))),
  };
}

export type Random = ReturnType<typeof seeded>;
