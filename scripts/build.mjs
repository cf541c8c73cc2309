// `npm run build`: builds the app unless the build is up to date. `--check` fails when a build is needed; it
// is for the systemd unit, whose user may not build. It also runs before `npm start`, because the project's own
// Node may not be installed until then.
import { check, prepareStart } from "./prepare.mjs";

if (process.argv.includes("--check")) check();
else prepareStart();
