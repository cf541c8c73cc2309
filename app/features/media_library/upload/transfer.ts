import { supabase } from "#app/lib/data/supabase.ts";
import { readBrowserConfig } from "#app/lib/page/browser-config.ts";
import { declaredType } from "../files.ts";

export interface Transfer {
  /** in the bucket: uploads/… */
  path: string;
  file: File;
  /** writes over what is at this path */
  replace: boolean;
  signal: AbortSignal;
  /** 0 to 1 */
  onProgress: (share: number) => void;
}

/**
 * The storage API's upload call, as supabase-js makes it for a raw body, but with progress: fetch
 * tells nothing about how much has been sent.
 * @throws what the storage answered ({ message, status }), a TypeError without a network, the
 *   signal's reason when it was cancelled
 */
export async function sendFile({ path, file, replace, signal, onProgress }: Transfer) {
  const { supabaseUrl, publishableKey } = readBrowserConfig();
  const { data } = await supabase().auth.getSession();
  if (!data.session) throw Object.assign(new Error(), { name: "AuthSessionMissingError" });
  signal.throwIfAborted();
  const request = new XMLHttpRequest();
  request.open(replace ? "PUT" : "POST", `${supabaseUrl}/storage/v1/object/media/${path}`);
  request.setRequestHeader("authorization", `Bearer ${data.session.access_token}`);
  request.setRequestHeader("apikey", publishableKey);
  request.setRequestHeader("cache-control", "max-age=3600");
  request.setRequestHeader("content-type", declaredType(file));
  await new Promise<void>((resolve, reject) => {
    const abort = () => {
      request.abort();
      reject(signal.reason);
    };
    signal.addEventListener("abort", abort, { once: true });
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
    request.onload = () => (request.status < 300 ? resolve() : reject(refusal(request)));
    request.onerror = () => reject(new TypeError("Failed to fetch"));
    request.onloadend = () => signal.removeEventListener("abort", abort);
    request.send(file);
  });
}

/** Storage answers { message }; a proxy before it may answer anything. */
function refusal({ status, responseText }: XMLHttpRequest) {
  const answer = { message: "", status };
  try {
    answer.message = String(JSON.parse(responseText).message ?? "");
  } catch {
    // The status says enough.
  }
  return answer;
}
