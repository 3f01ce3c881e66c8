import type { ReactNode } from 'react'

interface BadgeProps {
  tone?: 'neutral' | 'good' | 'warn' | 'bad' | 'info'
  icon?: ReactNode
  children: ReactNode
}

export const Badge = ({ tone = 'neutral', icon, children }: BadgeProps) => {
  return (
    <span className="ph-badge" data-tone={tone}>
      {icon}
      {children}
    </span>
  )
}

export const LiveBadge = ({ children = 'Live' }: { children?: ReactNode }) => {
  return <span className="ph-live">{children}</span>
}
