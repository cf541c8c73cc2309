// Before `npm start`: the first time, only after this is the project's own Node there to be started.
import { build, install } from "./prepare.mjs";

install();
build();
