import { Button } from "#app/ui/inputs/button.tsx";

/** Opens the list of keyboard shortcuts; hidden on a phone, which has no keys to press. */
export const KeysButton = ({ onClick }: { onClick: () => void }) => (
  <Button look="ghost" aria-keyshortcuts="?" className="pointer-coarse:hidden" onClick={onClick}>
    <kbd aria-hidden className="rounded-sm border border-line-strong px-1.5 font-mono text-xs">
      ?
    </kbd>
    Shortcuts
  </Button>
);
