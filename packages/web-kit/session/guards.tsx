import type { ReactNode } from 'react'
import type { FeatureFlags, FeatureName } from '@playhead/domain/features.ts'
import { useIsAdmin, useOrganization } from './use-session.ts'

interface Guarded {
  children: ReactNode
  fallback?: ReactNode
}

/** SHELL-042 */
export const AdminGuard = ({ children, fallback = null }: Guarded) => {
  const organization = useOrganization()
  const isAdmin = useIsAdmin()
  return organization && isAdmin ? children : fallback
}

export interface FlagGate {
  all?: FeatureName[]
  some?: FeatureName[]
}

/** SHELL-043 */
export const hasFlags = (flags: FeatureFlags, { all = [], some }: FlagGate) =>
  all.every((name) => Boolean(flags[name])) && (!some || some.some((name) => Boolean(flags[name])))
