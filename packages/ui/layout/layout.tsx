import type { CSSProperties, ReactNode } from 'react'

type Step = 1 | 2 | 3 | 4 | 5 | 6 | 7

export const Container = ({ children }: { children: ReactNode }) => {
  return <div className="ph-container">{children}</div>
}

export const Grid = ({ children }: { children: ReactNode }) => {
  return <div className="ph-grid">{children}</div>
}

interface ColumnProps {
  sm?: number
  md?: number
  lg?: number
  children: ReactNode
}

export const Column = ({ sm = 4, md = 8, lg = 12, children }: ColumnProps) => {
  const spans = { '--ph-span-sm': sm, '--ph-span-md': md, '--ph-span-lg': lg }
  return (
    <div className="ph-column" style={spans as CSSProperties}>
      {children}
    </div>
  )
}

interface StackProps {
  gap?: Step
  children: ReactNode
}

export const Stack = ({ gap = 3, children }: StackProps) => {
  return (
    <div className="ph-stack" style={{ gap: `var(--space-${gap})` }}>
      {children}
    </div>
  )
}

export const Inline = ({ gap = 2, children }: StackProps) => {
  return (
    <div className="ph-inline" style={{ gap: `var(--space-${gap})` }}>
      {children}
    </div>
  )
}
