import type { Database } from '@playhead/postgres/client.ts'
import type { EnvironmentContext, RequestFacts } from '../context.ts'
import { insertChange } from './changes.sql.ts'
import type { SessionRow } from '../identity/identity.sql.ts'
import type { Organization } from '../tenant.ts'

export interface Actor {
  kind: 'user' | 'token' | 'operator' | 'system'
  userId?: string
  email?: string
  tokenId?: string
  /** Staff act as an admin in this organization; anywhere else they act as themselves. */
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

/** For endpoints that both people and access tokens may call. */
export const actorOfCaller = (caller: EnvironmentContext['caller'], request: RequestFacts): Actor =>
  caller.kind === 'person'
    ? actorOf(caller.session, request)
    : { kind: 'token', tokenId: caller.token.id, requestId: request.id }

export const operatorActor: Actor = { kind: 'operator' }

export interface Change {
  /** Subject and event, such as `environment.created`. */
  action: `${string}.${string}`
  subjectId: string
  subjectName?: string
  environmentId?: string
  detail?: Record<string, unknown>
}

/** The audit trail of an organization. */
export const trailOf = ({ id, postgres }: Organization) => ({ organizationId: id, postgres })

/** Call it in the transaction of the change, so that no change is without its entry. */
export const recordChange = (
  scope: { organizationId: string | null; postgres: Database },
  actor: Actor,
  change: Change,
) =>
  insertChange(scope.postgres, scope.organizationId, actor, {
    ...change,
    ...(actor.tokenId && { detail: { ...change.detail, access_token_id: actor.tokenId } }),
  })
