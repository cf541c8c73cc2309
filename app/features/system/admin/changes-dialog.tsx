import { versions } from "#app/lib/text/changelog.ts";
import { Dialog } from "#app/ui/overlays/dialog.tsx";

/** What's new in each version, from the changelog. */
export function ChangesDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="What's new" width="lg">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll it */}
      <div className="grid flex-1 content-start gap-8 overflow-y-auto px-5 py-5" tabIndex={0}>
        {versions.map(({ name, parts }) => (
          <section key={name} className="grid gap-5">
            <h3 className="font-display text-lg font-semibold">{name}</h3>
            {parts.map(({ heading, changes }) => (
              <div key={heading} className="grid gap-2">
                <h4 className="text-sm font-semibold">{heading}</h4>
                <ul className="grid max-w-prose list-disc gap-1.5 pl-5 text-sm text-ink marker:text-ink-2">
                  {changes.map((change) => (
                    <li key={change} className="wrap-anywhere">
                      {change.replaceAll("`", "")}
                    </li>
                  ))}
                </ul>
              </div>
            ))}
          </section>
        ))}
      </div>
    </Dialog>
  );
}
