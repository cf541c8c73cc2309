import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { name as MAILS } from "#app/lib/data/functions/inbound.ts";
import { ANSWER_MESSAGES as words } from "#app/lib/errors/answer-messages.ts";
import { Skeleton } from "#app/ui/display/skeleton.tsx";
import { ErrorState } from "#app/ui/display/states.tsx";
import { Button } from "#app/ui/inputs/button.tsx";
import { originalOf } from "./queries.ts";
import { safePage } from "./safe-page.ts";

interface OriginalProps {
  mail: string;
  /** about as tall as its text */
  lines: number;
}

/** An email as its sender designed it, without what could run or load. */
export function Original({ mail, lines }: OriginalProps) {
  const [images, setImages] = useState(false);
  const html = useQuery({
    queryKey: [MAILS, "original", mail],
    queryFn: () => originalOf(mail),
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (html.isError) return <ErrorState message={words.original(html.error)} query={html} />;
  if (html.data === undefined) return <Skeleton className="h-40" />;
  const { page, hasImages } = safePage(html.data, images);
  return (
    <>
      {hasImages && !images && (
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-xs text-ink-2">
          <p className="flex-1 basis-48">
            Images are hidden, because loading them tells the sender that you opened this email.
          </p>
          <Button size="sm" onClick={() => setImages(true)}>
            Show images
          </Button>
        </div>
      )}
      {/* No scripts, forms or navigation. Links open in tabs without these limits. */}
      <iframe
        title="Original email"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        referrerPolicy="no-referrer"
        srcDoc={page}
        style={{ height: `min(${lines * 1.5 + 4}rem, 65dvh)` }}
        className="min-h-32 w-full resize-y rounded-md border border-line bg-white"
      />
    </>
  );
}
