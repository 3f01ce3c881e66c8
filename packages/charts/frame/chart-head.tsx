import type { ReactNode } from 'react'

interface ChartHeadProps {
  title?: ReactNode
  actions?: ReactNode
  /** The menu. */
  children?: ReactNode
}

/** The title at the left, the actions at the right. */
export const ChartHead = ({ title, actions, children }: ChartHeadProps) => (
  <div className="ph-chart-head">
    <div className="ph-chart-title">{title}</div>
    <div className="ph-chart-actions">
      {actions}
      {children}
    </div>
  </div>
)
