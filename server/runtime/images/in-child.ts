/** What every child process that works with images (child.ts) imports first. */
import sharp from "sharp";

sharp.cache(false);
sharp.concurrency(1);

/** The server ends this process, so signals from a terminal or service manager are ignored. */
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});
process.on("disconnect", () => process.exit(0));
