import { text, unwrittenLine, url } from "./field.ts";

/** The part of a photo that stays in view however it is cropped, and its CSS position. */
export const FOCUSES = {
  Center: "50% 50%",
  Top: "50% 0%",
  "Top left": "0% 0%",
  "Top right": "100% 0%",
  Left: "0% 50%",
  Right: "100% 50%",
  Bottom: "50% 100%",
  "Bottom left": "0% 100%",
  "Bottom right": "100% 100%",
} as const;

/** How a photo is cropped: width divided by height. */
export const CROPS = {
  "Very wide": 21 / 9,
  Wide: 16 / 9,
  Landscape: 3 / 2,
  Square: 1,
  Portrait: 4 / 5,
} as const;

/** A page's own photograph (rule V-28). The editor has it on every page with a tab. */
export const photo = {
  picture_url: url("", {
    picture: true,
    whenBlank: "Enter an address or choose a photo, at least 1,600 px wide. Hidden until you do.",
  }),
  alt: unwrittenLine("Write what the photo shows, for people who can't see it.", 120),
  caption: unwrittenLine("Write a caption, or leave it blank to show the photo alone.", 120),
  focus: text("Center", { choices: Object.keys(FOCUSES) }),
  crop_on_desktop: text("Wide", { choices: Object.keys(CROPS) }),
  crop_on_phone: text("Portrait", { choices: Object.keys(CROPS) }),
};
