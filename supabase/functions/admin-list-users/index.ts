import { sendNoticesInBackground } from "../_shared/account-notices.ts";
import { adminEndpoint } from "../_shared/admin.ts";

/**
 * The registered users, newest first, for admins (rule P-6).
 * Query, all optional: `search` in email and name, `page_size` (at most 1000), `page_offset`.
 * Returns {success, total, users, error}; `total` counts all matches.
 */
export default adminEndpoint({
  method: "GET",
  query: ["search", "page_size", "page_offset"],
  async answer(database, { request, host }) {
    const query = new URL(request.url).searchParams;
    const { total, users } = await database("admin_list_users", {
      search: query.get("search") ?? "",
      page_size: wholeNumber(query.get("page_size"), 1000),
      page_offset: wholeNumber(query.get("page_offset"), 0),
    });
    sendNoticesInBackground(host);
    return { total, users };
  },
});

const wholeNumber = (value: string | null, otherwise: number) =>
  /^\d{1,9}$/.test(value ?? "") ? Number(value) : otherwise;
