interface CauseProps {
  sentence: string;
  /** the raw error, for anyone who needs it */
  details?: string;
}

/** Why something failed. */
export const Cause = ({ sentence, details }: CauseProps) => (
  <div className="wrap-anywhere">
    <p>{sentence}</p>
    {details && <Details>{details}</Details>}
  </div>
);

export const Details = ({ children }: { children: string }) => (
  <details className="text-xs">
    <summary className="w-fit cursor-pointer py-1 text-accent">Details</summary>
    <p className="font-mono wrap-anywhere">{children}</p>
  </details>
);
