import { asServer } from "../database.ts";
import type { Host } from "../host.ts";
import { type Trouble, Unanswered } from "../outgoing/address.ts";
import { askChecked } from "../outgoing/ask.ts";
import type { Answer, Ask } from "../outgoing/asked.ts";

/** The codes of `private.outside_links.problem`; null: the link works. */
export type LinkProblem =
  | "missing"
  | "unknown_host"
  | "refused"
  | "certificate"
  | "private"
  | "error"
  | "no_answer"
  | "no_access"
  | "redirects"
  | "not_tried"
  | null;

/** What `outside_link_checked` stores. */
interface Result {
  /** of the last answer */
  status: number | null;
  problem: LinkProblem;
}

/** What takes time, which tests replace. */
interface Clock {
  now(): number;
  wait(ms: number): Promise<unknown>;
}

const REAL: Clock = {
  now: () => Date.now(),
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};

const ANSWER_MS = 10_000;
/** Between two requests to one host. */
const PAUSE_MS = 1_000;
const MOST_REDIRECTS = 5;
/** A link's lease is two minutes, so no request begins later than this. */
const LINK_MS = 90_000;

/**
 * Checks the links to other sites that are due, one after the other; call it regularly.
 * @param signal stops it after the link in progress
 */
export async function checkLinks(host: Host, signal?: AbortSignal, clock = REAL): Promise<void> {
  const own = host.env("SITE_URL") ?? null;
  const database = asServer(host);
  const ask = withPauses(host.ask ?? askChecked, own, clock);
  while (!signal?.aborted) {
    const claim = await database("outside_link_claim", { own });
    if (!claim) return;
    const result = await checkLink(claim.address, ask, clock);
    await database("outside_link_checked", { lease: claim.lease, ...result });
  }
}

type AskHead = (method: "HEAD" | "GET", url: string) => Promise<Answer>;

/** Says who asks, and waits between two requests to one host. */
function withPauses(ask: Ask, own: string | null, { now, wait }: Clock): AskHead {
  const last = new Map<string, number>();
  const name = `Loading-Dock-Links/1${own ? ` (+${own})` : ""}`;
  return async (method, url) => {
    const { host } = new URL(url);
    const pause = (last.get(host) ?? Number.NEGATIVE_INFINITY) + PAUSE_MS - now();
    if (pause > 0) await wait(pause);
    last.set(host, now());
    const headers = { "user-agent": name, accept: "*/*" };
    return ask(url, { method, headers, http: true, ms: ANSWER_MS });
  };
}

/** Follows an address to its last answer. Each redirect is a separate request, guarded like the first. */
async function checkLink(address: string, ask: AskHead, { now }: Clock): Promise<Result> {
  const until = now() + LINK_MS;
  let url = address;
  let status: number | null = null;
  try {
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      if (now() > until) return { status, problem: "no_answer" };
      if (!URL.canParse(url)) return { status, problem: "not_tried" };
      const answer = await headOrGet(url, ask);
      status = storable(answer.status);
      if (!isRedirect(answer)) return { status, problem: problemOf(answer.status) };
      url = URL.parse(answer.location ?? "", url)?.href ?? "";
    }
    return { status, problem: "redirects" };
  } catch (error) {
    if (error instanceof Unanswered) return { status: null, problem: PROBLEMS[error.trouble] };
    // One address must not keep the others from being checked.
    console.error(`a link couldn't be checked: ${error instanceof Error ? error.name : error}`);
    return { status: null, problem: "not_tried" };
  }
}

/** Many servers answer HEAD wrongly, or not at all. */
async function headOrGet(url: string, ask: AskHead): Promise<Answer> {
  const answer = await ask("HEAD", url).catch((error) => {
    if (error instanceof Unanswered && error.trouble === "failed") return undefined;
    throw error;
  });
  if (answer && (answer.status < 400 || answer.status === TOO_MANY)) return answer;
  return ask("GET", url);
}

const TOO_MANY = 429;

const isRedirect = ({ status, location }: Answer) =>
  [301, 302, 303, 307, 308].includes(status) && location !== null;

function problemOf(status: number): LinkProblem {
  if (status < 400) return null;
  if (status === 404 || status === 410) return "missing";
  // The rest, such as 401, 403, 405, 429, 451 and LinkedIn's 999: the page is not for programs.
  return status >= 500 && status < 600 ? "error" : "no_access";
}

const PROBLEMS: Record<Trouble, LinkProblem> = {
  not_allowed: "not_tried",
  unknown_host: "unknown_host",
  private: "private",
  no_answer: "no_answer",
  refused: "refused",
  certificate: "certificate",
  failed: "no_answer",
};

const storable = (status: number) => (status >= 100 && status <= 999 ? status : null);
