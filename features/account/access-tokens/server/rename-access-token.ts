import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { accessTokens } from '../contract.ts'
import { updateAccessTokenName } from './access-tokens.sql.ts'
import { changeAccessToken } from './change-access-token.ts'

export const renameAccessToken: Handlers<typeof accessTokens>['change'] = ({
  params,
  body,
  ...caller
}) =>
  changeAccessToken(caller, params.id, async (tenant, token) => {
    const { name } = body.access_token
    if (name === undefined || name === token.name) return undefined
    await updateAccessTokenName(tenant, token.id, name)
    return { action: 'access_token.updated', detail: { name: { from: token.name, to: name } } }
  })
