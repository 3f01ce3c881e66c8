import { hasFlags } from '@playhead/web-kit/session/guards.tsx'
import { landingAfterLogin, loginPath } from '@playhead/web-kit/session/landing.ts'
import type { Session } from '@playhead/web-kit/session/session.ts'
import type { Product } from '@playhead/web-kit/session/session-machine.ts'
import { flagsOf, isAdminOf, environmentsOf } from '@playhead/web-kit/session/use-session.ts'
import type { Address } from './address.ts'
import { fillPath } from './fill-path.ts'

export type Decision =
  | { kind: 'show' | 'missing' | 'loading' | 'notFound' | 'accountNotFound' | 'noOrganization' }
  | { kind: 'redirect'; to: string }

export interface Visit {
  /** Undefined for an address that the dashboard does not know. */
  address: Address | undefined
  params: Record<string, string | undefined>
  /** Path and search, without the hash. */
  href: string
  session: Session | null
  isLoading: boolean
  lastProduct?: Product | undefined
  /** Where a page that has just signed a person in wants to go. */
  entrance?: string | undefined
}

const redirect = (to: string): Decision => ({ kind: 'redirect', to })
const searchOf = (href: string) => (href.includes('?') ? href.slice(href.indexOf('?')) : '')

const visitorDecision = (visit: Visit, session: Session): Decision => {
  if (visit.entrance) return redirect(visit.entrance)
  const next = new URLSearchParams(searchOf(visit.href)).get('next')
  return redirect(landingAfterLogin({ session, next, lastProduct: visit.lastProduct }))
}

/** A stored session may be older than a membership: nothing is refused before the server has answered. */
const refusal = (visit: Visit, kind: 'notFound' | 'accountNotFound'): Decision =>
  visit.isLoading ? { kind: 'loading' } : { kind }

/** SHELL-033, SHELL-034 */
const membershipDecision = (visit: Visit, session: Session): Decision | undefined => {
  const { organizationId, environmentId } = visit.params
  const organization = session.organizations.find(({ id }) => id === organizationId)
  const isMasqueraded = session.masquerading && session.organization?.id === organizationId
  if (organizationId && !organization && !isMasqueraded) return refusal(visit, 'accountNotFound')
  if (organization?.authenticated === false)
    return redirect(
      `/${organization.secondFactorMissing ? 'second-factor' : 'sso'}-required?organization_id=${organization.id}`,
    )
  const environment = environmentsOf(session).find(({ id }) => id === environmentId)
  const isElsewhere = organizationId && environment && environment.organizationId !== organizationId
  if (environmentId && (!environment || isElsewhere)) return refusal(visit, 'notFound')
  return undefined
}

const withoutOrganization = ({ address, params }: Visit): Decision | undefined => {
  if (address?.frame === 'none' || address?.frame === 'operator') return undefined
  const isAsked = Boolean(params.organizationId) || address?.path === '/organizations'
  return isAsked ? redirect('/create-organization') : { kind: 'noOrganization' }
}

const passesGate = ({ address, params }: Visit, session: Session) => {
  const { gate } = address!
  const flags = flagsOf(session, params.organizationId)
  return (
    (!gate.isAdmin || isAdminOf(session, params.organizationId)) &&
    (!gate.isStaff || session.currentUser.internal) &&
    (!gate.flags || hasFlags(flags, gate.flags))
  )
}

/** What a visit to an address leads to, depending on what is known about the visitor. SHELL-012, SHELL-025 … SHELL-041 */
export const decide = (visit: Visit): Decision => {
  const { address, session, isLoading } = visit
  if (!address) return { kind: 'notFound' }
  if (address.session === 'any') return { kind: 'show' }
  if (address.session === 'none') {
    // Visitors of a public demo may have an account of their own.
    if (!session || session.visitor) return { kind: 'show' }
    return isLoading ? { kind: 'loading' } : visitorDecision(visit, session)
  }
  if (!session) return isLoading ? { kind: 'loading' } : redirect(loginPath(visit.href))
  // The person may have left the stored session's organization since: only the server knows where to go.
  if (address.target.kind !== 'screen' && isLoading && !visit.params.organizationId)
    return { kind: 'loading' }
  if (address.target.kind === 'landing') return visitorDecision(visit, session)
  if (session.organizations.length === 0 && !session.masquerading) {
    const decision = withoutOrganization(visit)
    if (decision) return isLoading ? { kind: 'loading' } : decision
  }
  const membership = membershipDecision(visit, session)
  if (membership) return membership
  const { target } = address
  if (target.kind === 'redirect') {
    const to = fillPath(target.to, visit.params, session)
    return redirect((to ?? homePath(visit, session)) + searchOf(visit.href))
  }
  if (!passesGate(visit, session)) return refusal(visit, 'notFound')
  return { kind: target.kind === 'missing' ? 'missing' : 'show' }
}

/** Where redirects lead when a part of their path is unknown. */
const homePath = ({ params }: Visit, session: Session) =>
  fillPath('/organizations/$organizationId/environments', params, session) ?? '/create-organization'
