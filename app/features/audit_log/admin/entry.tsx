import type { FormLabels } from "#app/admin-kit/resource/form-labels.ts";
import type { AuditEntry } from "#app/lib/data/database.types.ts";
import { zonedFormat } from "#contract/company-zone.ts";
import { personName, sentence } from "../words.ts";

const clockTime = zonedFormat("en-US", {
  hour: "numeric",
  minute: "2-digit",
  timeZoneName: "short",
});

/** One entry in the list: when, what, who, and from where. */
export function Entry({ entry, labels }: { entry: AuditEntry; labels: FormLabels }) {
  const { at, actor, address, browser } = entry;
  return (
    <li className="grid gap-x-4 gap-y-1 px-5 py-3.5 sm:grid-cols-[6rem_minmax(0,1fr)] lg:grid-cols-[6rem_minmax(0,1fr)_minmax(0,19rem)]">
      <time dateTime={at} className="font-mono text-xs/6 text-ink-2">
        {clockTime(at)}
      </time>
      <div className="grid min-w-0 content-start gap-0.5">
        <p className="text-sm/6 font-medium wrap-anywhere">{sentence(entry, labels)}</p>
        <p className="text-sm text-ink-2 wrap-anywhere">{personName(actor)}</p>
      </div>
      {(address ?? browser) !== null && (
        <p className="flex min-w-0 flex-wrap gap-x-3 text-sm/6 text-ink-2 sm:col-start-2 lg:col-start-3 lg:grid lg:content-start">
          {address && <span className="font-mono text-xs/6 wrap-anywhere">{address}</span>}
          {browser && <span className="wrap-anywhere">{browser}</span>}
        </p>
      )}
    </li>
  );
}
