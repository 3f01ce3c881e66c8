import type { ReactNode } from 'react'

interface FigureProps {
  term: ReactNode
  value: ReactNode
  detail?: string
}

/** One number of a card. */
export const Figure = ({ term, value, detail }: FigureProps) => (
  <div className="min-w-0">
    <dt className="text-xs text-ink-3">{term}</dt>
    <dd className="text-md tabular-nums">{value}</dd>
    {detail !== undefined && <dd className="text-xs text-ink-2 tabular-nums">{detail}</dd>}
  </div>
)
