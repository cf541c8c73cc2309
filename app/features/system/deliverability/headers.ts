import { dnsName, domainName } from "#supabase/functions/_shared/deliverability/names.ts";
import { readTags } from "#supabase/functions/_shared/deliverability/tags.ts";

/** What the receiver found out about one method, and for which domain. */
interface Outcome {
  /** RFC 8601, 2.7: pass, fail, softfail, none, … */
  result: string;
  domain: string | undefined;
}

interface Signature extends Outcome {
  selector: string | undefined;
}

/** What the headers of a received email say about its sender; all domains in lower case. */
export interface TestEmail {
  /** the From address */
  from: string;
  spf: Outcome | undefined;
  dkim: Signature[];
  dmarc: string | undefined;
}

const MAX_BYTES = 64 * 1024;
const MAX_FIELD_LENGTH = 8_000;
const MAX_OUTCOMES = 20;

interface Field {
  name: string;
  value: string;
}

/**
 * Reads the headers of an email as its mailbox received it (RFC 5322, RFC 8601).
 * @returns what it says, or why the text can't be used
 */
export function readHeaders(pasted: string): TestEmail | { problem: string } {
  if (new Blob([pasted]).size > MAX_BYTES)
    return { problem: "This is more than 64 KB. Paste only the headers, without the message." };
  const fields = fieldsOf(pasted);
  if (!fields)
    return {
      problem:
        "There is no Authentication-Results header in it. Open the email in the mailbox that received it, choose to show the original, and paste all of it.",
    };
  const from = addressIn(valuesOf(fields, "from")[0] ?? "");
  if (!from) return { problem: "There is no From header in it. Paste all headers of the email." };
  const outcomes = outcomesIn(valuesOf(fields, "authentication-results"));
  const signed = valuesOf(fields, "dkim-signature").map(readTags);
  const spf = outcomes.find(({ method }) => method === "spf");
  const returnPath = valuesOf(fields, "return-path")[0] ?? "";
  return {
    from,
    spf: spf && {
      result: spf.result,
      domain:
        domainIn(spf.about["smtp.mailfrom"]) ??
        domainIn(spf.about["smtp.helo"]) ??
        domainIn(returnPath),
    },
    dkim: outcomes
      .filter(({ method }) => method === "dkim")
      .map(({ result, about }) => signature(result, about, signed)),
    dmarc: outcomes.find(({ method }) => method === "dmarc")?.result,
  };
}

/** The header fields: the first block of lines with the receiver's verdict, as mail programs put text around. */
function fieldsOf(pasted: string): Field[] | undefined {
  const blocks = pasted.replace(/\r\n?/g, "\n").split(/\n[ \t]*\n/);
  const block = blocks.find((one) => /^authentication-results:/im.test(one));
  return block?.split(/\n(?![ \t])/).flatMap((line) => {
    const at = line.indexOf(":");
    const value = line.slice(at + 1, at + 1 + MAX_FIELD_LENGTH).replace(/\s+/g, " ");
    return at > 0 ? [{ name: line.slice(0, at).trim().toLowerCase(), value: value.trim() }] : [];
  });
}

const valuesOf = (fields: Field[], wanted: string) =>
  fields.filter(({ name }) => name === wanted).map(({ value }) => value);

/** The last address of a field: a name before it may contain others. */
function addressIn(value: string): string | undefined {
  const address = /([^\s<>@"(),:;]{1,64}@[^\s<>@"(),:;]{1,253})>?\s*$/.exec(value)?.[1];
  return domainIn(address) && address?.toLowerCase();
}

const domainIn = (address: string | undefined) =>
  domainName(address?.slice(address.lastIndexOf("@") + 1).replace(/[<>\s]/g, ""));

interface Report {
  method: string;
  result: string;
  /** properties like header.d and smtp.mailfrom */
  about: Partial<Record<string, string>>;
}

/**
 * The results in the topmost field, which the receiver added, and in others with its name: some add a field
 * for each method. Outlook writes no name.
 */
function outcomesIn(values: string[]): Report[] {
  const read = values.slice(0, MAX_OUTCOMES).map(partsOf);
  const [top] = read;
  return read
    .filter((one) => one === top || (top?.receiver && one.receiver === top.receiver))
    .flatMap(({ reports }) => reports)
    .slice(0, MAX_OUTCOMES);
}

function partsOf(value: string) {
  const parts = withoutComments(value).split(";");
  const reports = parts.flatMap((part): Report[] => {
    const [first = "", ...rest] = part.replace(/ *= */g, "=").trim().split(" ");
    const [, method, result] = /^([a-z-]{1,20})(?:\/\d+)?=([a-z]{1,20})$/i.exec(first) ?? [];
    if (!method || !result) return [];
    const about = rest.flatMap((property): [string, string][] => {
      const at = property.indexOf("=");
      return at > 0 ? [[property.slice(0, at).toLowerCase(), property.slice(at + 1)]] : [];
    });
    return [
      {
        method: method.toLowerCase(),
        result: result.toLowerCase(),
        about: Object.fromEntries(about),
      },
    ];
  });
  const [receiver = ""] = parts;
  return { receiver: receiver.includes("=") ? "" : receiver.trim().toLowerCase(), reports };
}

/** A quoted text, a quoted character, or one end of a comment (RFC 5322, 3.2). */
const MARKS = /"((?:[^"\\]|\\.)*)"|\\.|[()]/g;

/** Without comments, which may be nested, and without quotes around values. */
function withoutComments(value: string): string {
  let text = "";
  let depth = 0;
  let end = 0;
  const add = (part: string) => {
    if (depth === 0) text += part;
  };
  for (const mark of value.matchAll(MARKS)) {
    add(value.slice(end, mark.index));
    end = mark.index + mark[0].length;
    // A comment right after a result separates it from what follows.
    if (mark[0] === "(") {
      add(" ");
      depth += 1;
    } else if (mark[0] === ")") depth = Math.max(depth - 1, 0);
    else add((mark[1] ?? mark[0].slice(1)).replaceAll(";", " "));
  }
  add(value.slice(end));
  return text.replace(/\s+/g, " ");
}

/** Which domain an outcome is about, and its key: as the receiver says, or from the signature itself. */
function signature(
  result: string,
  about: Report["about"],
  signed: Partial<Record<string, string>>[],
): Signature {
  const named = domainIn(about["header.d"]) ?? domainIn(about["header.i"]);
  const own = named ? signed.find(({ d }) => domainName(d) === named) : signed[0];
  return {
    result,
    domain: named ?? domainName(own?.d),
    selector: dnsName(about["header.s"]) ?? dnsName(own?.s),
  };
}
