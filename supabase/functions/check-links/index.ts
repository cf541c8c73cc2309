import { jobEndpoint } from "../_shared/admin.ts";
import { checkLinks } from "../_shared/links/check.ts";

/** An edge function is stopped after 150 seconds, so the last link needs enough time left. */
const CLAIMS_MS = 40_000;

/**
 * Checks the links to other sites that are due: for a job with the secret key (pg_cron on Supabase), and for
 * staff. Our own server does this automatically. Returns {success, error}.
 */
export default jobEndpoint((host) => checkLinks(host, AbortSignal.timeout(CLAIMS_MS)));
