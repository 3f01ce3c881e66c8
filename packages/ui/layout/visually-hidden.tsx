import type { ReactNode } from 'react'

export const VisuallyHidden = ({ children }: { children: ReactNode }) => {
  return <span className="ph-visually-hidden">{children}</span>
}
