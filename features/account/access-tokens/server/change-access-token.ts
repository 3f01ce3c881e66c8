import { notFound } from '@playhead/contract-kit/errors.ts'
import { actorOf, recordChange, trailOf } from '@playhead/server-kit/audit/changes.ts'
import type { MemberContext, RequestFacts } from '@playhead/server-kit/context.ts'
import { type Organization, within } from '@playhead/server-kit/tenant.ts'
import { type AccessTokenRow, lockAccessToken } from './access-tokens.sql.ts'
import { presentAccessToken } from './present-access-token.ts'

type Caller = Pick<MemberContext, 'organization' | 'session'> & { request: RequestFacts }

type Changed = { action: `access_token.${string}`; detail?: Record<string, unknown> }

/** Returns the token after the change; `change` returns what it did, or nothing when it did nothing. */
export const changeAccessToken = (
  { organization, session, request }: Caller,
  id: string,
  change: (tenant: Organization, token: AccessTokenRow) => Promise<Changed | undefined>,
) =>
  organization.postgres.transaction(async (transaction) => {
    const tenant = within(organization, transaction)
    const token = await lockAccessToken(tenant, id)
    if (!token) throw notFound('access token')
    const changed = await change(tenant, token)
    const after = (await lockAccessToken(tenant, id)) ?? token
    if (changed)
      await recordChange(trailOf(tenant), actorOf(session, request), {
        ...changed,
        subjectId: id,
        subjectName: after.name,
        environmentId: after.environment_id,
      })
    return { data: presentAccessToken(after) }
  })
