import { drawing } from "./drawing.tsx";

const CARDS = [0, 1, 2, 3, 4];

/** A drawer of index cards with one pulled up: the latest question. */
export const CardDrawer = drawing(function CardDrawer({ className }: { className?: string }) {
  return (
    <svg viewBox="0 0 400 300" className={`art stroke-2 ${className ?? ""}`} aria-hidden="true">
      <path d="M20 120h360v170H20z" className="fill-brand-night" />
      {CARDS.map((card) => (
        <g key={card} transform={`translate(${70 - card * 8} ${64 + card * 18})`}>
          {card === 2 ? (
            <g transform="translate(0 -52)">
              <path
                d={`M0 24h150l10-24h76l10 24h${14 + card * 16}v150H0z`}
                className="fill-label"
              />
              <path d="M24 52h150M24 70h110M24 88h130" className="stroke-3" />
              <text x="198" y="19" className="code fill-ink stroke-none text-[18px] font-bold">
                ?
              </text>
            </g>
          ) : (
            <path
              d={`M0 20h${18 + card * 46}l8-20h48l8 20h${182 - card * 30}v130H0z`}
              className={card % 2 ? "fill-paper-3" : "fill-card"}
            />
          )}
        </g>
      ))}
      <path d="M20 166h360v124H20z" className="fill-brand" />
      <path d="M32 178h336v100H32z" className="fill-none stroke-brand-deep" />
      <path d="M134 198h132v34H134z" className="fill-card" />
      <path d="M146 210h60M146 219h84" />
      <path d="M160 252h80v8q0 8-8 8h-64q-8 0-8-8z" className="fill-label" />
    </svg>
  );
});
