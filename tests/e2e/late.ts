import type { BrowserContext } from "@playwright/test";
import { LATE } from "../../scripts/test/suites.mjs";

/** In the page: delays one kind of callback by so many ms, as a busy machine does now and then. */
function slowDown(late: (typeof LATE)[number]) {
  // Not injected: The delay is what is tested, and no test waits for it.
  const later = window.setTimeout.bind(window);
  const pass = (ms: number) => new Promise((resolve) => later(resolve, ms));
  const ask = window.fetch.bind(window);
  const delays: Record<typeof late, () => void> = {
    frames() {
      const request = window.requestAnimationFrame.bind(window);
      window.requestAnimationFrame = (call) => request((time) => later(call, 120, time));
    },
    timers() {
      const set = (call: () => void, ms = 0, ...rest: []) =>
        later(call, ms < 50 ? ms + 80 : ms, ...rest);
      // Not injected: The delay is what is tested, and no test waits for it.
      Object.assign(window, { setTimeout: set });
    },
    /** React runs effects, and updates that no event waits for, in tasks that a port's message starts. */
    renders() {
      const post = MessagePort.prototype.postMessage;
      MessagePort.prototype.postMessage = function (this: MessagePort, ...args: [unknown]) {
        later(() => post.apply(this, args), 30);
      } as typeof post;
    },
    requests() {
      window.fetch = async (...args) => {
        await pass(250);
        return await ask(...args);
      };
    },
    answers() {
      window.fetch = async (...args) => {
        const answer = await ask(...args);
        await pass(250);
        return answer;
      };
    },
  };
  delays[late]();
}

/**
 * Delays what TEST_LATE names in this browser's pages, so that no journey can bet on their speed.
 * @returns a function that stops it, for a browser that is reused
 */
export async function makeLate(context: BrowserContext): Promise<() => Promise<void>> {
  const name = process.env.TEST_LATE;
  if (!name) return async () => {};
  const late = LATE.find((one) => one === name);
  if (!late) throw new Error(`TEST_LATE must be one of ${LATE.join(", ")}, not "${name}".`);
  const script = await context.addInitScript(slowDown, late);
  return () => script.dispose();
}
