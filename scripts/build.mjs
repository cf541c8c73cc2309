// `npm run build`: builds the app unless the build is up to date. `--check` fails when a build is needed; it
// is for the systemd unit, whose user may not build.
import { check, prepareStart } from "./prepare.mjs";

if (process.argv.includes("--check")) check();
else prepareStart();
