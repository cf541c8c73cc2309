import TriangleAlert from "lucide-react/icons/triangle-alert";

/** What will follow from what is typed: nothing is refused. */
export const Note = ({ children }: { children: string }) => (
  <span className="flex items-start gap-1.5 text-sm text-warning">
    <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
    {children}
  </span>
);
