const today =
  '0,74 22,68 44,72 66,60 88,64 110,52 132,40 154,44 176,34 198,39 220,46 242,43 264,52 286,49 308,58 330,55 352,63 374,70 396,66 418,60 440,64 462,57 484,66 506,61 528,68 550,76 572,70 594,58 616,46 640,40'
const before =
  '0,80 32,70 64,76 96,70 128,62 160,58 192,64 224,74 256,84 288,80 320,90 352,86 384,94 416,88 448,96 480,90 512,86 544,78 576,74 608,60 640,64'
const head = { x: 396, y: 66 }

/** The product in one picture: a score over a day, the day before, and the playhead at one moment. */
export const ScorePicture = () => {
  return (
    <div className="overflow-hidden rounded-lg border border-line bg-ground" aria-hidden="true">
      <div className="flex items-baseline gap-2 px-4 pt-3">
        <span className="text-sm font-semibold">Viewer Experience Score</span>
        <span className="ml-auto text-2xl font-semibold leading-tight tracking-tight">
          87.4<span className="text-lg font-normal text-ink-3">/100</span>
        </span>
        <span className="rounded-full bg-good-soft px-2 text-xs font-medium text-good">+1.9</span>
      </div>
      <div className="relative">
        <svg viewBox="0 0 640 140" className="block h-auto w-full" preserveAspectRatio="none">
          {[35, 70, 105].map((y) => (
            <path key={y} d={`M0 ${y}h640`} stroke="var(--line)" />
          ))}
          <polygon points={`0,140 ${today} 640,140`} fill="var(--series-1)" opacity="0.09" />
          <polyline
            points={before}
            fill="none"
            stroke="var(--compare)"
            strokeWidth="1.5"
            strokeDasharray="3 4"
          />
          <polyline
            points={today}
            fill="none"
            stroke="var(--series-1)"
            strokeWidth="2"
            strokeLinejoin="round"
          />
          <path d={`M${head.x} 12V140`} stroke="var(--mark)" strokeWidth="1.5" />
          <path d={`M${head.x - 6} 4h12v6l-6 5-6-5z`} fill="var(--mark)" />
          <circle
            cx={head.x}
            cy={head.y}
            r="4"
            fill="var(--mark)"
            stroke="var(--ground)"
            strokeWidth="2"
          />
        </svg>
        <div className="absolute top-[3%] left-[64.5%] hidden flex-col gap-px rounded-md border border-line bg-raised px-2 py-1 text-xs shadow-raised md:flex">
          <span className="text-ink-3">03:15</span>
          <span>
            <b className="mr-2 font-semibold">84.4</b>
            <span className="text-ink-3">1,284 views</span>
          </span>
        </div>
      </div>
    </div>
  )
}
