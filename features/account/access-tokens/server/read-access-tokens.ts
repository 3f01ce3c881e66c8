import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { accessTokens } from '../contract.ts'
import {
  countAccessTokens,
  findAccessToken,
  listAccessTokens as list,
} from './access-tokens.sql.ts'
import { presentAccessToken } from './present-access-token.ts'

type Read = Handlers<typeof accessTokens>

export const listAccessTokens: Read['list'] = async ({ organization, query }) => {
  const { page, limit } = query
  const filter = { isShowingRevoked: query.show_revoked }
  const order = { by: query.order_by, direction: query.order_direction }
  const [total, rows] = await Promise.all([
    countAccessTokens(organization, filter),
    list(organization, filter, order, { page, limit }),
  ])
  return { data: rows.map(presentAccessToken), total_row_count: total, page, limit }
}

export const retrieveAccessToken: Read['retrieve'] = async ({ organization, params }) => {
  const found = await findAccessToken(organization, params.id)
  if (!found) throw notFound('access token')
  return { data: presentAccessToken(found) }
}

export const whoami: Read['whoami'] = async ({ token }) => ({
  data: {
    access_token_name: token.name,
    environment_id: token.environment_id,
    environment_name: token.environment_name,
    environment_type: token.environment_type,
    organization_id: token.organization_id,
    organization_name: token.organization_name,
    permissions: token.permissions,
  },
})
