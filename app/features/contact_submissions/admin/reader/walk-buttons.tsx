import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import { Button } from "#app/ui/inputs/button.tsx";
import type { Walk } from "./use-walk.ts";

/** To the previous and next lead, like the K and J keys. */
export const WalkButtons = ({ walk }: { walk: Walk }) => (
  <>
    <Button
      size="sm"
      aria-keyshortcuts="K"
      disabled={!walk.hasPrevious}
      focusableWhenDisabled
      onClick={() => walk.go(-1)}
    >
      <ChevronUp aria-hidden className="size-4" />
      Previous
    </Button>
    <Button
      size="sm"
      aria-keyshortcuts="J"
      disabled={!walk.hasNext}
      focusableWhenDisabled
      onClick={() => walk.go(1)}
    >
      <ChevronDown aria-hidden className="size-4" />
      Next
    </Button>
  </>
);
