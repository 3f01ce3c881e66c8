import { environmentPath, organizationPath } from '../navigation/paths.ts'
import type { Session } from './session.ts'
import type { Product } from './session-machine.ts'

/** Accepts only a path on this site: `//host` and `/\host` would leave it. */
export const safeNext = (text: string | null | undefined): string | undefined => {
  if (!text || !text.startsWith('/') || /^\/[/\\]/.test(text) || /[\s\\]/.test(text))
    return undefined
  return /^\/(login|logout)([/?#]|$)/.test(text) ? undefined : text
}

export const loginPath = (next: string) =>
  next === '/' ? '/login' : `/login?next=${encodeURIComponent(next)}`

/** SHELL-029 */
const productPages: Record<Product, string> = {
  data: 'data',
  'live-stream': 'video/live-streams',
  video: 'video/assets',
}

type Landed = Pick<Session, 'organizations' | 'organization' | 'currentEnvironment'>

const activeOrganization = ({ organization, organizations }: Landed) =>
  organization?.authenticated
    ? organization
    : organizations.find(({ authenticated }) => authenticated)

const currentPlace = (session: Landed, organizationId: string) => {
  const { currentEnvironment } = session
  return currentEnvironment?.organizationId === organizationId
    ? { organizationId, environmentId: currentEnvironment.id }
    : undefined
}

interface AfterLogin {
  session: Landed
  next?: string | null | undefined
  lastProduct?: Product | undefined
}

/** Organizations that the person can unlock without an admin come first. */
const closedPath = (organizations: Landed['organizations']) =>
  organizations.some(({ secondFactorMissing }) => secondFactorMissing)
    ? '/second-factor-required'
    : '/sso-required'

/** SHELL-025 … SHELL-028 */
export const landingAfterLogin = ({ session, next, lastProduct }: AfterLogin): string => {
  if (session.organizations.length === 0) return '/create-organization'
  const organization = activeOrganization(session)
  if (!organization) return closedPath(session.organizations)
  const stored = safeNext(next)
  if (stored && stored !== '/') return stored
  const place = currentPlace(session, organization.id)
  return place && lastProduct
    ? environmentPath(place, productPages[lastProduct])
    : organizationPath(organization.id, 'environments')
}

interface AfterSignup {
  session: Landed
  type?: string | null | undefined
  plan?: string | null | undefined
  welcome?: string | null | undefined
}

/** SHELL-030, SHELL-031 */
export const landingAfterSignup = ({ session, type, plan, welcome }: AfterSignup): string => {
  const query = welcome == null ? '' : `?welcome=${encodeURIComponent(welcome)}`
  const organization = activeOrganization(session)
  if (!organization) return landingAfterLogin({ session })
  const environmentId =
    currentPlace(session, organization.id)?.environmentId ?? organization.properties[0]?.id
  const below = (page: string) =>
    environmentId
      ? environmentPath({ organizationId: organization.id, environmentId }, page)
      : organizationPath(organization.id, page)
  if (type === 'data' && plan === 'pro') return below('account/billing') + query
  if (type === 'video' || type === 'live-stream' || type === 'data')
    return environmentId
      ? below(productPages[type]) + query
      : organizationPath(organization.id, 'environments') + query
  return organizationPath(organization.id, 'environments') + query
}
