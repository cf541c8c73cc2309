import { createLogger, type Plugin } from "vite";

/** Fails the build on any warning. Silence a warning that can be ignored where it originates. */
export function noWarnings(): Plugin {
  const warnings: string[] = [];
  return {
    name: "no-warnings",
    apply: "build",
    config({ logLevel }) {
      const customLogger = createLogger(logLevel);
      const { warn } = customLogger;
      customLogger.warn = (words, options) => {
        warnings.push(words);
        warn(words, options);
      };
      customLogger.warnOnce = customLogger.warn;
      return { customLogger };
    },
    closeBundle() {
      if (warnings.length > 0)
        this.error(`The build warns of ${warnings.length}: ${warnings.join("\n")}`);
    },
  };
}
