import { type Touch, UTM } from "./touch.ts";

/** "Landed on /pricing, from news.example" or "Latest visit: /", then "Campaign: source ads, …". */
export function touchLines(touch: Touch, isFirst: boolean): string[] {
  const { landing_page, referrer } = touch;
  const where = [
    `${isFirst ? "Landed" : "Latest visit"}${landing_page ? `${isFirst ? " on" : ":"} ${landing_page}` : ""}`,
    ...(referrer ? [`from ${referrer}`] : []),
  ];
  const campaign = UTM.flatMap((name) =>
    touch[name] ? [`${name.replace("utm_", "")} ${touch[name]}`] : [],
  );
  return [where.join(", "), ...(campaign.length > 0 ? [`Campaign: ${campaign.join(", ")}`] : [])];
}
