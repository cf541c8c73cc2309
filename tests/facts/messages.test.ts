import { afterAll, beforeAll, describe, expect, inject, test, vi } from "vitest";
import { resources } from "#app/features/resources.ts";
import { messagesOf } from "#app/lib/data/declaration.ts";
import { EVERY_MESSAGE } from "#tests/facts/every-message.ts";
import { type Fact, isProof, isSaid, leavesOf } from "./fact.ts";
import { mailedLinkFacts } from "./messages/accounts/mailed-links.ts";
import { messageFacts } from "./messages/index.ts";
import { declaredMessages } from "./messages/lists.ts";
import { literalFacts } from "./messages/literals.ts";
import { reasonFacts } from "./messages/reasons.ts";
import { visitorReasonFacts } from "./messages/visitor-reasons.ts";
import { saidBy, sentencesIn, sentencesNamed } from "./sentences.ts";
import { openWorld, type World } from "./world.ts";

// The app's queries get their client from the person that `world.as` names.
vi.mock("#app/lib/data/supabase.ts", async () => {
  const { current } = await import("./acting.ts");
  return { supabase: () => current().client };
});
vi.mock("#app/lib/page/browser-config.ts", async () => {
  const { current } = await import("./acting.ts");
  return {
    readBrowserConfig: () => ({ supabaseUrl: current().url, publishableKey: current().key }),
  };
});
// The same upload by fetch: XMLHttpRequest, which reports progress, exists only in browsers.
vi.mock("#app/features/media_library/upload/transfer.ts", async () => {
  const { current } = await import("./acting.ts");
  return {
    sendFile: async ({ path, file }: { path: string; file: File }) => {
      const { error } = await current().client.storage.from("media").upload(path, file);
      if (error) throw error;
    },
  };
});

let world: World;
beforeAll(async () => {
  world = await openWorld(inject("clusterUrl"));
});
afterAll(() => world.stop());

const facts = leavesOf({ ...messageFacts, ...declaredMessages }, isProof);
const said = leavesOf({ ...EVERY_MESSAGE, ...messagesOf(resources) }, isSaid);

test("each sentence has its fact, and no fact is about a sentence that is gone", () => {
  expect([...facts.keys()].sort()).toEqual([...said.keys()].sort());
});

/** Sentences outside the catalog: where the code has them, and their facts. */
const otherSentences: [what: string, said: () => Set<string>, facts: Record<string, Fact>][] = [
  [
    "that stands where it is said",
    () =>
      new Set([
        ...sentencesIn(["app"], /^(toast\.\w+|notifySaved|RefusedError|setError)$/),
        ...sentencesNamed(["app/admin-kit/forms/autosave"], "error"),
      ]),
    literalFacts,
  ],
  ["reason behind a failure", () => saidBy(["app"], /^reason$/), reasonFacts],
  ["reason that visitors read", () => saidBy(["app"], /^explain$/), visitorReasonFacts],
  ["end of a mailed link", () => sentencesNamed(["app/features/auth"], "done"), mailedLinkFacts],
];

// Facts share one site and run in catalog order: one may change what an earlier one created.
describe("has a true fact for each sentence", { shuffle: false }, () => {
  for (const [key, fact] of facts) if (typeof fact === "function") test(key, () => fact(world));
  for (const [what, , others] of otherSentences)
    for (const [sentence, fact] of Object.entries(others))
      test(`${what}: ${sentence}`, () => fact(world));

  // Last: parsing the code takes so long that an idle connection would be closed.
  test.each(otherSentences)("so has each %s", (_, said, facts) => {
    expect(Object.keys(facts).sort()).toEqual([...said()].sort());
  });
});
