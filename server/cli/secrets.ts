import { rotateSecrets } from "#server/backend/self-hosted/secrets/index.ts";
import { SettingError } from "#server/runtime/env.ts";
import { createLog } from "#server/runtime/log.ts";
import { command, withDatabase } from "./command.ts";

const USAGE = "Usage: npm run secrets -- rotate";
const HOSTED =
  "With SUPABASE_URL, rotate the project's keys: docs/hosted-auth.md says where, and what ends.";

await command((env, words) => {
  if (words.length !== 1 || words[0] !== "rotate") throw new SettingError(USAGE);
  return withDatabase(env, HOSTED, async (url) => {
    const log = createLog("error");
    const { sessions, previewLinks } = await rotateSecrets(url, env, log, "the command line");
    return [
      `New keys are in use. This ended ${sessions} ${sessions === 1 ? "session" : "sessions"}, ${previewLinks} preview ${previewLinks === 1 ? "link" : "links"} and all emailed links.`,
      "Everyone has to sign in again. Invitations stay open. Send them again from Users.",
    ].join("\n");
  });
});
