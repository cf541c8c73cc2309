import { hostOf } from "../_shared/host.ts";

/**
 * Downloads a backup for a ticket of `admin-backup`, which works once, within a minute. Browsers
 * can only save a file of any size from an address, which carries no session.
 */
export default {
  query: ["ticket"],
  async fetch(request: Request, given?: unknown): Promise<Response> {
    const { system } = hostOf(given);
    const ticket = new URL(request.url).searchParams.get("ticket") ?? "";
    const found = request.method === "GET" ? await system?.openBackup(ticket) : undefined;
    if (!found)
      return Response.json(
        { error: "This link has expired or was already used. Start the download again." },
        { status: 404 },
      );
    return new Response(found.content, {
      headers: {
        "content-type": "application/octet-stream",
        "content-disposition": `attachment; filename="${found.filename}"`,
        "cache-control": "no-store",
      },
    });
  },
};
