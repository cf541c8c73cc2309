import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { IconButton } from "#app/ui/inputs/button.tsx";

interface PaginationProps {
  /** from 1 */
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
}

/** The position in a long list. Renders nothing when the list fits on one page. */
export function Pagination({ page, pageSize, total, onPage }: PaginationProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  if (pages === 1 && page === 1) return null;
  const first = Math.min(total, (page - 1) * pageSize + 1);
  const last = Math.min(total, page * pageSize);
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-4 text-sm text-ink-2">
      <p aria-live="polite" className="font-mono text-xs">
        {first.toLocaleString("en-US")}–{last.toLocaleString("en-US")} of{" "}
        {total.toLocaleString("en-US")}
      </p>
      <div className="flex items-center gap-2">
        <IconButton
          label="Previous page"
          look="secondary"
          disabled={page <= 1}
          onClick={() => onPage(page - 1)}
          icon={<ChevronLeft aria-hidden />}
        />
        <span className="font-mono text-xs">
          {page} / {pages}
        </span>
        <IconButton
          label="Next page"
          look="secondary"
          disabled={page >= pages}
          onClick={() => onPage(page + 1)}
          icon={<ChevronRight aria-hidden />}
        />
      </div>
    </nav>
  );
}
