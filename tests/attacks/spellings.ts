/** A request as sent on the wire. */
export interface Spelled {
  name: string;
  /** path and query, byte for byte */
  target: string;
  body?: string;
  headers?: Record<string, string>;
}

const encoded = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;

/** `target` with the character at `index` percent-encoded. */
const encodeAt = (target: string, index: number) =>
  target.slice(0, index) + encoded(target.charAt(index)) + target.slice(index + 1);

/**
 * Other spellings of one request, as scanners and attackers know them.
 * @param target path and query of the plain request
 * @param body its JSON object, if it has one
 */
export function spellingsOf(target: string, body?: string): Spelled[] {
  const [path = "", query] = target.split("?");
  const tail = query === undefined ? "" : `?${query}`;
  const last = path.length - 1;
  const at = (name: string, written: string): Spelled => ({ name, target: written, body });
  const paths = [
    at("a letter encoded", encodeAt(path, last) + tail),
    at("another letter encoded", encodeAt(path, last - 2) + tail),
    at("a letter of the service encoded", encodeAt(path, 1) + tail),
    at(
      "a letter encoded twice",
      path.slice(0, last) + encoded(path.charAt(last)).replace("%", "%25") + tail,
    ),
    at("an underscore or hyphen encoded", path.replace(/[_-]/, encoded) + tail),
    at("a slash encoded", path.replace(/\/(?=[^/]*$)/, "%2f") + tail),
    at("a slash doubled", path.replace(/\/(?=[^/]*$)/, "//") + tail),
    at("a slash in front", `/${path}${tail}`),
    at("a slash at the end", `${path}/${tail}`),
    at("upper case", path.toUpperCase() + tail),
    at("one capital", path.slice(0, last) + path.charAt(last).toUpperCase() + tail),
    at("a dot segment", path.replace(/\/(?=[^/]*$)/, "/./") + tail),
    at("an encoded dot segment", path.replace(/\/(?=[^/]*$)/, "/%2e/") + tail),
    at("up and down again", `${path}/../${path.split("/").at(-1)}${tail}`),
    at("a backslash", path.replace(/\/(?=[^/]*$)/, "\\") + tail),
    at("a path parameter", `${path};a=b${tail}`),
    at("a space at the end", `${path}%20${tail}`),
    at("a NUL at the end", `${path}%00${tail}`),
    at("a tab within", `${path.slice(0, last)}%09${path.slice(last)}${tail}`),
    at("a wide letter", path.slice(0, last) + encodeURIComponent("ａ") + tail),
    at("a dot at the end", `${path}.${tail}`),
    at("a file's ending", `${path}.json${tail}`),
  ];
  const queries =
    query === undefined
      ? [at("a query nobody knows", `${path}?nonsense=1`)]
      : [
          at("a parameter repeated", `${target}&${query}`),
          at("a parameter's name encoded", `${path}?${encodeAt(query, 0)}`),
          at(
            "a parameter's name in capitals",
            `${path}?${query.replace(/^\w+/, (name) => name.toUpperCase())}`,
          ),
          at("a parameter nobody knows", `${target}&nonsense=1`),
          at("a semicolon between", `${path}?nonsense=1;${query}`),
          at("an empty parameter", `${path}?&${query}`),
        ];
  return [...paths, ...queries, ...(body ? bodiesOf(target, body) : [])];
}

function bodiesOf(target: string, body: string): Spelled[] {
  const [first = ""] = /"(?:[^"\\]|\\.)*"/.exec(body) ?? [];
  const escaped = first.replace(
    /"(\w)/,
    (_, letter) => `"\\u00${letter.charCodeAt(0).toString(16)}`,
  );
  const put = (name: string, text: string, type = "application/json"): Spelled => ({
    name,
    target,
    body: text,
    headers: { "content-type": type },
  });
  return [
    put("a key twice", body.replace("{", `{${first}:null,`)),
    put("a key twice, once escaped", body.replace("{", `{${escaped}:null,`)),
    put("a key escaped", body.replace(first, escaped)),
    put("a list of one", `[${body}]`),
    put("space around", `\n ${body} \n`),
    put("a byte order mark", `\ufeff${body}`),
    put("a form's type", body, "application/x-www-form-urlencoded"),
    put("a text's type", body, "text/plain"),
    put("another charset", body, "application/json; charset=utf-16"),
    put("a wide type", body, "application/vnd.api+json"),
  ];
}
