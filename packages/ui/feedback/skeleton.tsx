import type { ReactNode } from 'react'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'

interface SkeletonProps {
  width?: number | string
  height?: number | string
  radius?: number | string
}

export const Skeleton = ({ width = '100%', height = 14, radius }: SkeletonProps) => {
  return (
    <span
      aria-hidden="true"
      className="ph-skeleton"
      style={{ width, height, borderRadius: radius }}
    />
  )
}

export const SkeletonLines = ({ count }: { count: number }) => {
  return (
    <span className="ph-skeleton-lines">
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} width={index === count - 1 ? '60%' : '100%'} />
      ))}
    </span>
  )
}

// The skeleton takes up its space at once and becomes visible after 150 ms; the style sheet controls that.
export const Loading = ({ label, children }: { label: string; children: ReactNode }) => {
  return (
    <div aria-live="polite" aria-busy="true">
      <VisuallyHidden>{label}</VisuallyHidden>
      {children}
    </div>
  )
}
