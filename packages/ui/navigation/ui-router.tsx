import { useMemo } from 'react'
import type { ReactNode } from 'react'
import { RouterContext } from './router-context.ts'

interface UiRouterProps {
  navigate: (href: string) => void
  useHref?: (href: string) => string
  children: ReactNode
}

const sameHref = (href: string) => href

export const UiRouter = ({ navigate, useHref = sameHref, children }: UiRouterProps) => {
  const router = useMemo(() => ({ navigate, useHref }), [navigate, useHref])
  return <RouterContext value={router}>{children}</RouterContext>
}
