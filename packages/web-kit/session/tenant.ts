import { createStore } from '../external-store.ts'
import type { Session } from './session.ts'
import { sessionStore } from './session-store.ts'

/** The organization and environment that a call is for. */
export interface Tenant {
  organizationId: string | undefined
  environmentId: string | undefined
}

/** The tenant that the path names; the router sets it before a screen is drawn. SHELL-001 */
export const pathTenant = createStore<Tenant>({
  organizationId: undefined,
  environmentId: undefined,
})

export const tenantOfPath = (pathname: string): Tenant => {
  const [, organizationId, environmentId] =
    /^\/organizations\/([^/]+)(?:\/environments\/([^/]+))?/.exec(pathname) ?? []
  return { organizationId, environmentId }
}

const environmentOf = (session: Session | null, organizationId: string | undefined) => {
  if (!session || !organizationId) return undefined
  const { currentEnvironment, organizations } = session
  if (currentEnvironment?.organizationId === organizationId) return currentEnvironment.id
  const organization = organizations.find(({ id }) => id === organizationId)
  return organization?.properties[0]?.id
}

/** Where the path names none, the session's current organization and environment are used. SHELL-119 */
export const currentTenant = (): Tenant => {
  const path = pathTenant.get()
  const { session } = sessionStore.getState()
  const organizationId = path.organizationId ?? session?.organization?.id
  return {
    organizationId,
    environmentId: path.environmentId ?? environmentOf(session, organizationId),
  }
}
