import { request } from "node:http";
import type { Refused } from "./refusal.ts";

const MEDIA = "/storage/v1/object/media/uploads";

/** Bytes as a request body. */
export const body = (bytes: BodyInit, type: string): RequestInit => ({
  method: "POST",
  headers: { "content-type": type },
  body: bytes,
});

/** An admin's upload of bytes that don't match their declared type. */
export const upload =
  (name: string, bytes: () => BodyInit, type: string): Refused =>
  ({ ask }) =>
    ask("admin", `${MEDIA}/${name}`, body(bytes(), type));

/** An admin's request that declares a length and sends no bytes. */
export const announced =
  (path: string, type: string, length: number): Refused =>
  async ({ site, client, key }) => {
    const { data } = await client("admin").auth.getSession();
    const headers = {
      apikey: key,
      authorization: `Bearer ${data.session?.access_token}`,
      "content-type": type,
      "content-length": length,
    };
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    const sent = request(site.url + path, { method: "POST", headers, agent: false });
    sent.on("response", async (answer) => {
      const said = (await answer.toArray()).join("");
      resolve(new Response(said, { status: answer.statusCode }));
      sent.destroy();
    });
    sent.on("error", reject);
    sent.flushHeaders();
    return promise;
  };
