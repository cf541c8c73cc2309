/** Widths of bar, space, bar, space, bar, space for each symbol (ISO/IEC 15417, table 1). */
const SYMBOLS =
  "212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221223211221132221231213212223112312131311222321122321221312212322112322211212123212321232121111323131123131321112313132113132311211313231113231311112133112331132131113123113321133121313121211331231131213113213311213131311123311321331121312113312311332111314111221411431111111224111422121124121421141122141221112214112412122114122411142112142211241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214211232";
const START_B = 104;
const STOP = "2331112";

const widths = (symbol: number) => SYMBOLS.slice(symbol * 6, symbol * 6 + 6);

/**
 * Code 128, code set B: the bars of `text` as `[left, width]` in modules, and the total width.
 * Characters outside printable ASCII are dropped.
 */
export function code128(text: string): { bars: [number, number][]; width: number } {
  const values = [...text].map((char) => char.charCodeAt(0) - 32).filter((v) => v >= 0 && v < 95);
  const check = values.reduce((sum, value, index) => sum + value * (index + 1), START_B) % 103;
  const digits = [START_B, ...values, check].map(widths).join("") + STOP;
  const bars: [number, number][] = [];
  let x = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const wide = Number(digits[at]);
    if (at % 2 === 0) bars.push([x, wide]);
    x += wide;
  }
  return { bars, width: x };
}
