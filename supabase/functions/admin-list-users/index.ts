import { sendNoticesAlong } from "../_shared/account-notices.ts";
import { adminFailure, requireAdmin } from "../_shared/admin.ts";
import { endpoint } from "../_shared/endpoint.ts";

/**
 * The registered users, newest first, for admins (rule P-6).
 * Query, all optional: `search` in email and name, `page_size` (at most 1000), `page_offset`.
 * Returns {success, total, users, error}; `total` counts all matches.
 */
export default endpoint({
  method: "GET",
  query: ["search", "page_size", "page_offset"],
  async answer(call) {
    const database = await requireAdmin(call);
    const query = new URL(call.request.url).searchParams;
    const { total, users } = await database("admin_list_users", {
      search: query.get("search") ?? "",
      page_size: wholeNumber(query.get("page_size"), 1000),
      page_offset: wholeNumber(query.get("page_offset"), 0),
    });
    sendNoticesAlong(call.host);
    return { success: true, total, users, error: null };
  },
  failure: adminFailure,
});

const wholeNumber = (value: string | null, otherwise: number) =>
  /^\d{1,9}$/.test(value ?? "") ? Number(value) : otherwise;
