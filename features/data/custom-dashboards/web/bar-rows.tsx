import type { ReactNode } from 'react'

export interface BarRow {
  key: string
  label: ReactNode
  value: string
  detail: string
  /** Of the longest bar, from 0 to 1. */
  share: number
}

/** The bar only repeats the number that stands beside it. */
export const BarRows = ({ label, rows }: { label: string; rows: readonly BarRow[] }) => (
  <ul aria-label={label} className="flex flex-col gap-2">
    {rows.map((row) => (
      <li key={row.key} className="text-sm">
        <div className="flex items-baseline justify-between gap-3">
          <span className="min-w-0 truncate">{row.label}</span>
          <span className="shrink-0 tabular-nums">
            <span className="mr-2 text-xs text-ink-3">{row.detail}</span>
            {row.value}
          </span>
        </div>
        <div aria-hidden="true" className="mt-[3px] h-[5px] rounded-full bg-sunk">
          <div
            className="h-full min-w-px rounded-full bg-series-1 transition-[width] duration-300"
            style={{ width: `${row.share * 100}%` }}
          />
        </div>
      </li>
    ))}
  </ul>
)
