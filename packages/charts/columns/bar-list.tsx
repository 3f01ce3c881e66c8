import type { CSSProperties, ReactNode } from 'react'
import type { ChartTone } from '../chart-data.ts'

interface BarItem {
  id: string
  label: ReactNode
  /** The formatted value, such as `48.2k`. */
  value: ReactNode
  /** From 0 to 1: the filled part of the bar. */
  share: number
  /** Shown next to the value, such as `12 %`. */
  detail?: ReactNode
  tone?: ChartTone
}

interface BarListProps {
  label: string
  items: readonly BarItem[]
}

const widthOf = (share: number) =>
  `${(Math.min(Math.max(Number.isFinite(share) ? share : 0, 0), 1) * 100).toFixed(2)}%`

/** Named values, each with its share as a bar; the numbers repeat it as text. */
export const BarList = ({ label, items }: BarListProps) => (
  <ul className="ph-bars" aria-label={label}>
    {items.map((item) => (
      <li key={item.id} className="ph-bar">
        <span className="ph-bar-label">{item.label}</span>
        <span className="ph-bar-value">
          {item.value}
          {item.detail !== undefined && <span className="ph-bar-detail">{item.detail}</span>}
        </span>
        <span className="ph-bar-track" aria-hidden="true">
          <span
            className="ph-bar-fill"
            data-tone={item.tone ?? 1}
            style={{ '--ph-share': widthOf(item.share) } as CSSProperties}
          />
        </span>
      </li>
    ))}
  </ul>
)
