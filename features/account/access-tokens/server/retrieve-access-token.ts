import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { accessTokens } from '../contract.ts'
import { findAccessToken } from './access-tokens.sql.ts'
import { presentAccessToken } from './present-access-token.ts'

export const retrieveAccessToken: Handlers<typeof accessTokens>['retrieve'] = async ({
  organization,
  params,
}) => {
  const found = await findAccessToken(organization, params.id)
  if (!found) throw notFound('access token')
  return { data: presentAccessToken(found) }
}
