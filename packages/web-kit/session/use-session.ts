import { useSyncExternalStore } from 'react'
import { flagDefaults, type Flags, withFlags } from '@playhead/domain/flags.ts'
import { useStore } from '../external-store.ts'
import type { OpenEnvironment, Organization, Session } from './session.ts'
import type { SessionState } from './session-machine.ts'
import { sessionStore } from './session-store.ts'
import { pathTenant } from './tenant.ts'

const useSessionState = (): SessionState =>
  useSyncExternalStore(sessionStore.subscribe, sessionStore.getState, sessionStore.getState)

export const useSession = () => {
  const state = useSessionState()
  return { ...state, currentUser: state.session?.currentUser ?? null }
}

const organizationOf = (
  session: Session | null,
  organizationId: string | undefined,
): Organization | null => {
  if (!session) return null
  if (!organizationId || session.organization?.id === organizationId) return session.organization
  return session.organizations.find(({ id }) => id === organizationId) ?? null
}

/** The environments of every organization; the session's own list may hold only those of the current one. */
export const environmentsOf = (session: Session | null) => {
  if (!session) return []
  const all = [...session.properties, ...session.organizations.flatMap((one) => one.properties)]
  return [...new Map(all.map((one) => [one.id, one])).values()]
}

const environmentOf = (
  session: Session | null,
  environmentId: string | undefined,
): OpenEnvironment | null => {
  if (!session) return null
  if (!environmentId || session.currentEnvironment?.id === environmentId)
    return session.currentEnvironment
  return environmentsOf(session).find(({ id }) => id === environmentId) ?? null
}

/** Overrides are only in the session's own flags, so these take precedence for the organization they belong to. */
export const flagsOf = (session: Session | null, organizationId?: string): Flags => {
  const organization = organizationOf(session, organizationId)
  const isCurrent = !organization || organization.id === session?.organization?.id
  return withFlags(flagDefaults, isCurrent ? (session?.featureFlags ?? {}) : organization.features)
}

/** SHELL-044 */
export const isAdminOf = (session: Session | null, organizationId?: string): boolean => {
  const organization = organizationOf(session, organizationId)
  if (!session || !organization) return false
  const isCurrent = organization.id === session.organization?.id
  return organization.isAdmin || (isCurrent && session.currentUser.organizationAdmin)
}

export const useOrganization = () => {
  const { session } = useSessionState()
  return organizationOf(session, useStore(pathTenant).organizationId)
}

export const useEnvironment = () => {
  const { session } = useSessionState()
  return environmentOf(session, useStore(pathTenant).environmentId)
}

export const useFlags = () => {
  const { session } = useSessionState()
  return flagsOf(session, useStore(pathTenant).organizationId)
}

export const useIsAdmin = () => {
  const { session } = useSessionState()
  return isAdminOf(session, useStore(pathTenant).organizationId)
}
