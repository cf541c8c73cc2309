// Runs before `npm start`, because the project's own Node may not be installed until then.
import { prepareStart } from "./prepare.mjs";

prepareStart();
