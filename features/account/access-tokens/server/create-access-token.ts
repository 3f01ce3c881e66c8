import { ApiError } from '@playhead/contract-kit/errors.ts'
import { actorOf } from '@playhead/server-kit/audit/changes.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { accessTokens } from '../contract.ts'
import { futureDate } from './future-date.ts'
import { addAccessToken } from './add-access-token.ts'

export const createAccessToken: Handlers<typeof accessTokens>['create'] = async ({
  app,
  organization,
  flags,
  session,
  request,
  body,
}) => {
  const { environment_id: environmentId, name, permissions } = body.access_token
  const validUntil = futureDate(app, body.access_token.valid_until)
  const wantsSystem = permissions.some((scope) => scope.startsWith('system:'))
  if (wantsSystem && !flags.inAppViewerCounts)
    throw new ApiError('upgrade_required', { name: 'inAppViewerCounts' })
  const { token, secret } = await organization.postgres.transaction((transaction) =>
    addAccessToken(within(organization, transaction), actorOf(session, request), {
      environmentId,
      name,
      permissions,
      validUntil,
      createdBy: { userId: session.user_id, email: session.email },
    }),
  )
  return { data: { id: token.id, name: token.name, private_key: secret } }
}
