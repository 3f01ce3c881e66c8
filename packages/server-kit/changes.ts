import type { Database } from '@playhead/postgres/client.ts'
import type { EnvironmentContext, RequestFacts } from './context.ts'
import { insertChange } from './changes.sql.ts'
import type { SessionRow } from './identity/identity.sql.ts'
import type { Organization } from './tenant.ts'

export interface Actor {
  kind: 'user' | 'token' | 'operator' | 'system'
  userId?: string
  email?: string
  tokenId?: string
  /** Staff see this organization as its admin; what they do elsewhere they do as themselves. */
  masqueradesIn?: string | null
  requestId?: string
}

export const actorOf = (session: SessionRow, request: RequestFacts): Actor => ({
  kind: 'user',
  userId: session.user_id,
  email: session.email,
  masqueradesIn: session.internal ? session.masquerade_organization_id : null,
  requestId: request.id,
})

/** Of endpoints that people and access tokens may call. */
export const actorOfCaller = (caller: EnvironmentContext['caller'], request: RequestFacts): Actor =>
  caller.kind === 'person'
    ? actorOf(caller.session, request)
    : { kind: 'token', tokenId: caller.token.id, requestId: request.id }

export const operatorActor: Actor = { kind: 'operator' }

export interface Change {
  /** `environment.created`: what, then what happened. */
  action: `${string}.${string}`
  subjectId: string
  subjectName?: string
  environmentId?: string
  detail?: Record<string, unknown>
}

/** Where the entries of an organization go. */
export const trailOf = ({ id, postgres }: Organization) => ({ organizationId: id, postgres })

/** Written in the transaction of the change itself: there is no change without its entry. */
export const recordChange = (
  scope: { organizationId: string | null; postgres: Database },
  actor: Actor,
  change: Change,
) =>
  insertChange(scope.postgres, scope.organizationId, actor, {
    ...change,
    ...(actor.tokenId && { detail: { ...change.detail, access_token_id: actor.tokenId } }),
  })
