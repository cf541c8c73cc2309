import { hostOf } from "../_shared/host.ts";

/**
 * A backup as a file, to whoever has a ticket, which `admin-backup` gives to admins for a minute and which works once: a browser
 * saves a file of any size only from an address, and an address carries no session.
 */
export default {
  query: ["ticket"],
  async fetch(request: Request, given?: unknown): Promise<Response> {
    const { system } = hostOf(given);
    const ticket = new URL(request.url).searchParams.get("ticket") ?? "";
    const found = request.method === "GET" ? await system?.openBackup(ticket) : undefined;
    if (!found)
      return Response.json(
        { error: "This link has expired or was used already. Ask for the backup again." },
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
