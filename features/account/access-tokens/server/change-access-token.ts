import { notFound } from '@playhead/contract-kit/errors.ts'
import { actorOf, recordChange, trailOf } from '@playhead/server-kit/changes.ts'
import type { MemberContext, RequestFacts } from '@playhead/server-kit/context.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { type Organization, within } from '@playhead/server-kit/tenant.ts'
import type { accessTokens } from '../contract.ts'
import {
  type AccessTokenRow,
  lockAccessToken,
  revokeAccessToken as revoke,
  updateAccessTokenName,
} from './access-tokens.sql.ts'
import { presentAccessToken } from './present-access-token.ts'

type Tokens = Handlers<typeof accessTokens>
type Caller = Pick<MemberContext, 'organization' | 'session'> & { request: RequestFacts }
type Changed = { action: `access_token.${string}`; detail?: Record<string, unknown> }

/** Answers the token as it is afterwards; `change` says what it did, or nothing when it did nothing. */
const changeAccessToken = (
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

export const renameAccessToken: Tokens['change'] = ({ params, body, ...caller }) =>
  changeAccessToken(caller, params.id, async (tenant, token) => {
    const { name } = body.access_token
    if (name === undefined || name === token.name) return undefined
    await updateAccessTokenName(tenant, token.id, name)
    return { action: 'access_token.updated', detail: { name: { from: token.name, to: name } } }
  })

/** A token that is revoked keeps the time it was revoked first. */
export const revokeAccessToken: Tokens['revoke'] = ({ params, ...caller }) =>
  changeAccessToken(caller, params.id, async (tenant, token) => {
    if (token.expires_at) return undefined
    await revoke(tenant, token.id, caller.app.clock.now())
    return { action: 'access_token.revoked' }
  })

export const removeAccessToken: Tokens['remove'] = async (given) => {
  await revokeAccessToken(given)
  return undefined
}
