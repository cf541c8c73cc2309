import type { Log } from "../log.ts";
import type { Lite } from "./lite.ts";
import type { Backend } from "./types.ts";

interface Parts {
  lite: Lite;
  log: Log;
}

/** Sends a request to the part that answers it: the list of everything the backend serves. */
export function createGateway({ lite }: Parts): Backend["fetch"] {
  return async (request) => {
    const { pathname } = new URL(request.url);
    const [, service, version] = pathname.split("/");
    if (version !== "v1") return notFound();
    switch (service) {
      case "auth":
      case "rest":
        return lite.fetch(request);
      default:
        return notFound();
    }
  };
}

const notFound = () =>
  Response.json({ message: "There is nothing at this address." }, { status: 404 });
