import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { signingKeys } from '../contract.ts'
import { presentSigningKey } from './present-signing-key.ts'
import { findSigningKey } from './signing-keys.sql.ts'

export const retrieveSigningKey: Handlers<typeof signingKeys>['retrieve'] = async ({
  environment,
  params,
}) => {
  const found = await findSigningKey(environment, params.id)
  if (!found) throw notFound('signing key')
  return { data: presentSigningKey(found) }
}
