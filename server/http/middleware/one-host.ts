import type { IncomingMessage } from "node:http";

/** Of two Host headers each proxy may believe another one (RFC 9112, 3.2): Node takes the first and says nothing. */
export function hasOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts <= 1;
}
