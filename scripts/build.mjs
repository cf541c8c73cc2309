// `npm run build`: the app as its sources stand; nothing to do when that is the build there is. `--check`, for the
// systemd unit, whose user may not build: fails when a build is needed.
import { build, check, install } from "./prepare.mjs";

if (process.argv.includes("--check")) check();
else {
  install();
  build();
}
