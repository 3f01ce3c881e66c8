import type { ReactNode } from 'react'
import type { FeatureFlags, FeatureName } from '@playhead/domain/features.ts'
import { useFlags, useIsAdmin, useOrganization, useSession } from './use-session.ts'

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

export const hasFlags = (flags: FeatureFlags, { all = [], some }: FlagGate) =>
  all.every((name) => Boolean(flags[name])) && (!some || some.some((name) => Boolean(flags[name])))

/** SHELL-043 */
export const FeatureGuard = ({ children, fallback = null, ...gate }: Guarded & FlagGate) =>
  hasFlags(useFlags(), gate) ? children : fallback

/** SHELL-042: with require its content needs a current user, without it needs that there is none. */
export const AuthGuard = ({
  children,
  fallback = null,
  require = true,
}: Guarded & { require?: boolean }) => {
  const { currentUser, isLoading } = useSession()
  if (isLoading && !currentUser) return fallback
  return (currentUser !== null) === require ? children : fallback
}
