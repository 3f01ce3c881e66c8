import type { Database } from '@playhead/postgres/client.ts'
import type { EnvironmentContext, RequestFacts } from '../context.ts'
import { insertChange } from './changes.sql.ts'
import { storable } from '../http/storable-text.ts'
import { keptNetwork } from '../identity/where-from.ts'
import type { SessionRow } from '../identity/identity.sql.ts'
import type { Organization } from '../tenant.ts'

export interface Actor {
  /** `unknown` is a person who could not prove who they are. */
  kind: 'user' | 'token' | 'operator' | 'system' | 'unknown'
  userId?: string
  email?: string
  tokenId?: string
  /** Staff act as an admin in this organization; anywhere else they act as themselves. */
  masqueradesIn?: string | null
  requestId?: string
  /** The network of the address; the address itself is not kept. */
  network?: string
  userAgent?: string
}

const userAgentMaxLength = 200

/** Where an actor is. */
export const sentBy = ({ id, ip, userAgent }: RequestFacts) => ({
  requestId: id,
  network: keptNetwork(ip),
  userAgent: storable(userAgent.slice(0, userAgentMaxLength)),
})

export const actorOf = (session: SessionRow, request: RequestFacts): Actor => ({
  kind: 'user',
  userId: session.user_id,
  email: session.email,
  masqueradesIn: session.internal ? session.masquerade_organization_id : null,
  ...sentBy(request),
})

/** For endpoints that both people and access tokens may call. */
export const actorOfCaller = (caller: EnvironmentContext['caller'], request: RequestFacts): Actor =>
  caller.kind === 'person'
    ? actorOf(caller.session, request)
    : { kind: 'token', tokenId: caller.token.id, ...sentBy(request) }

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
