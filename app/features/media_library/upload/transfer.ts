import { supabase } from "#app/lib/data/supabase.ts";
import { readBrowserConfig } from "#app/lib/page/browser-config.ts";
import { declaredType } from "../files.ts";

export interface Transfer {
  /** in the bucket: uploads/… */
  path: string;
  file: File;
  /** overwrites the file at this path */
  replace: boolean;
  signal: AbortSignal;
  /** 0 to 1 */
  onProgress: (share: number) => void;
}

/**
 * The storage API's upload call, as supabase-js makes it for a raw body. Uses XMLHttpRequest,
 * because fetch reports no upload progress.
 * @throws the storage error ({ message, status }), a TypeError without a network, or the signal's
 *   reason when canceled
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

/** Storage sends { message }; a proxy in front of it may send anything. */
function refusal({ status, responseText }: XMLHttpRequest) {
  const answer = { message: "", status };
  try {
    answer.message = String(JSON.parse(responseText).message ?? "");
  } catch {
    // The status is enough.
  }
  return answer;
}
