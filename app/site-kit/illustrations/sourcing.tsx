import { drawing, times } from "./drawing.tsx";

const COAST =
  "M1200-400H610l-70 110 60 90-44 100 10 100-18 54 40 40-22 62 58 52-14 78 52 46-8 74 46 46-6 64 66 84 30 400h420z";
const HOME =
  "M-400 1000V340l150 20 90-40 60 30L0 372l52-30 40 26 62-10 34 56-14 50 56 42-8 46 44 70-30 90 50 120-40 168z";
const PASSAGE = "M556 172C470 150 430 250 380 300S250 330 196 410";

/**
 * From the factory to the dock: two coasts, the route between them, and a ship. Land and grid extend
 * beyond the canvas to fill a frame of any shape.
 */
export const SeaChart = drawing(function SeaChart({ className = "" }: { className?: string }) {
  return (
    <svg viewBox="0 0 760 600" className={`art overflow-hidden ${className}`} aria-hidden="true">
      <path
        d={times(15)
          .map((i) => `M${i * 108 - 324}-400v1400M-400 ${i * 108 - 392}h1600`)
          .join("")}
        className="fill-none stroke-brand stroke-1"
      />
      {[76, 50, 26].map((width) => (
        <g key={width} className="chart-depth" style={{ strokeWidth: width }}>
          <path d={COAST} />
          <path d={HOME} />
        </g>
      ))}
      <path d={COAST} className="fill-brand-line" />
      <path d={HOME} className="fill-brand-line" />
      {[
        [300, 96, 41],
        [420, 470, 87],
        [270, 520, 23],
        [128, 148, 64],
        [480, 380, 52],
        [60, 262, 18],
      ].map(([x, y, depth]) => (
        <text key={depth} x={x} y={y} className="plan-code fill-brand-line">
          {depth}
        </text>
      ))}
      <path d={PASSAGE} className="fill-none stroke-label stroke-[4] [stroke-dasharray:3_11]" />
      <path
        d="M660 118 556 172M196 410 96 470"
        className="fill-none stroke-ink stroke-[4] [stroke-dasharray:3_11]"
      />
      <Compass />
      <Factory />
      <Dock />
      <circle cx="556" cy="172" r="10" className="fill-label stroke-2" />
      <circle cx="196" cy="410" r="10" className="fill-label stroke-2" />
      <Ship />
    </svg>
  );
});

function Factory() {
  return (
    <g transform="translate(628 44)" className="stroke-2">
      <path d="M0 74V34l28-18v18l28-18v18l28-18v58z" className="fill-card" />
      <path d="M66 24V-12h14v27" className="fill-label" />
      <path d="M12 48h14v12H12zM36 48h14v12H36zM60 48h14v12H60z" className="fill-brand" />
    </g>
  );
}

function Dock() {
  return (
    <g transform="translate(28 446)" className="stroke-2">
      <path d="M0 84V22L58-6l58 28v62z" className="fill-brand" />
      <path d="M18 84V40h34v44zM64 84V40h34v44z" className="fill-card" />
      <path d="M18 50h34M18 60h34M64 50h34" className="fill-none" />
      <path d="M70 84V66h20v18z" className="fill-label" />
    </g>
  );
}

function Ship() {
  return (
    <g className="ship stroke-2">
      <g transform="translate(318 250)">
        <path d="M-8 40h138l-18 32H12z" className="fill-brand-night stroke-paper" />
        <path d="M16 14h22v26H16zM62 14h22v26H62zM39-12h22v26H39z" className="fill-label" />
        <path d="M39 14h22v26H39zM85 14h22v26H85zM62-12h22v26H62z" className="fill-card" />
        <path d="M108 0h16v40h-16z" className="fill-brand-line" />
      </g>
    </g>
  );
}

function Compass() {
  return (
    <g transform="translate(196 214)" className="stroke-paper stroke-1">
      <circle r="52" className="fill-brand-night" />
      <circle r="44" className="fill-none [stroke-dasharray:1_6.68]" />
      <path d="M0-60 9-9 60 0 9 9 0 60-9 9-60 0-9-9z" className="fill-brand" />
      <path d="M0-60 9-9 0 0zM60 0 9 9 0 0zM0 60-9 9 0 0zM-60 0-9-9 0 0z" className="fill-label" />
    </g>
  );
}

/** Products requested in comments rise from the phone and land, packed, on the belt. */
export const Wishes = drawing(function Wishes({ className = "" }: { className?: string }) {
  return (
    <svg viewBox="0 0 440 430" className={`art stroke-2 ${className}`} aria-hidden="true">
      <path d="M40 96h168v334H40z" className="fill-brand-night" />
      <path d="M52 116h144v314H52z" className="fill-brand-soft" />
      <path d="M100 100h48v8h-48z" className="fill-brand" />
      <path d="M64 132h120v150H64z" className="fill-brand-line" />
      <path d="M96 262v-52l6-12v-24h20v24l6 12v52z" className="fill-label" />
      <path d="M128 262v-38h36v38z" className="fill-card" />
      <path d="M64 262h120v20H64z" className="fill-brand" />
      <circle cx="76" cy="304" r="9" className="fill-label" />
      <path d="M94 300h74M94 309h48" />
      <circle cx="76" cy="336" r="9" className="fill-card" />
      <path d="M94 332h62M94 341h30" />
      <circle cx="76" cy="368" r="9" className="fill-brand" />
      <path d="M94 364h80M94 373h56" />
      <g className="bubble">
        <path d="M176 150h146v54H214l-22 20v-20h-16z" className="fill-card" />
        <path d="M192 168h110M192 184h64" />
      </g>
      <g className="bubble">
        <path d="M226 74h120v50H262l-20 18v-18h-16z" className="fill-label" />
        <path d="M242 92h84M242 106h52" />
      </g>
      <g className="bubble">
        <path d="M170 10h104v46h-78l-16 16V56h-10z" className="fill-brand-line" />
        <path d="M186 26h70M186 40h40" />
      </g>
      <path d="M262 290h142v118H262z" className="fill-card" />
      <path d="M322 290h22v38h-22z" className="fill-label" />
      <path d="M280 358h56v34h-56z" className="fill-paper" />
      <path d="M288 368h34M288 377h20M352 380h36M352 390h22" />
      <path d="M222 408h240v22H222z" className="fill-paper-3" />
      <circle cx="250" cy="419" r="6" className="fill-card" />
      <circle cx="290" cy="419" r="6" className="fill-card" />
      <circle cx="330" cy="419" r="6" className="fill-card" />
      <circle cx="370" cy="419" r="6" className="fill-card" />
      <circle cx="410" cy="419" r="6" className="fill-card" />
    </svg>
  );
});
