import { managerJourneys } from "./manager-journeys.ts";
import { managerOf } from "./managers.ts";

managerJourneys(
  managerOf({
    table: "redirects",
    label: "Title",
    required: {},
    blank: { Title: "Please enter the redirect's title" },
    longest: { characters: 200, refusal: "Title at most 200 characters" },
    nextOrder: 3,
  }),
);
