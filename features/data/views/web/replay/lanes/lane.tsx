import type { ReactNode } from 'react'

interface LaneProps {
  label: string
  detail?: ReactNode
  height: number
  children: ReactNode
}

/** A strip along the time axis with its name: at the side, or above on narrow screens. */
export const Lane = ({ label, detail, height, children }: LaneProps) => (
  <div className="lg:grid lg:grid-cols-[112px_minmax(0,1fr)]">
    <div
      data-lane-label
      className="sticky left-0 flex w-fit items-baseline gap-2 pt-1 text-xs lg:static lg:w-auto lg:flex-col lg:gap-0 lg:pt-0"
    >
      <span className="text-ink-2">{label}</span>
      {detail !== undefined && <span className="text-ink-3 tabular-nums">{detail}</span>}
    </div>
    <div className="relative overflow-hidden" style={{ height }}>
      {children}
    </div>
  </div>
)
