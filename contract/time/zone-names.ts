import { companyZone } from "./company-zone.ts";

/** The time zones of the US, with their usual names (private.zone_name). */
export const US_ZONES = new Map([
  ["America/New_York", "Eastern Time"],
  ["America/Chicago", "Central Time"],
  ["America/Denver", "Mountain Time"],
  ["America/Phoenix", "Arizona Time"],
  ["America/Los_Angeles", "Pacific Time"],
  ["America/Anchorage", "Alaska Time"],
  ["Pacific/Honolulu", "Hawaii Time"],
]);

/** The zone's everyday name: "Pacific Time", "Berlin time". */
export const companyTimeName = (timeZone = companyZone()): string =>
  US_ZONES.get(timeZone) ?? `${timeZone.replace(/^.*\//, "").replaceAll("_", " ")} time`;
