import type { ReactNode } from 'react'

interface EmptyStateProps {
  title: string
  children?: ReactNode
  action?: ReactNode
  icon?: ReactNode
}

export const EmptyState = ({ title, children, action, icon }: EmptyStateProps) => {
  return (
    <div className="ph-state">
      {icon}
      <p className="ph-state-title">{title}</p>
      {children && <div className="ph-state-text">{children}</div>}
      {action}
    </div>
  )
}
