import type { ReactNode } from 'react'
import type { Flags, FlagName } from '@playhead/domain/flags.ts'
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
  all?: FlagName[]
  some?: FlagName[]
}

/** SHELL-043 */
export const hasFlags = (flags: Flags, { all = [], some }: FlagGate) =>
  all.every((name) => Boolean(flags[name])) && (!some || some.some((name) => Boolean(flags[name])))
