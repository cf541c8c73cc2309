// `npm run build`: the app as its sources stand; nothing to do when that is the build there is.
import { build, install } from "./prepare.mjs";

install();
build();
