import { notFound } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { signingKeys } from '../contract.ts'
import { forgetPublicKey } from './public-keys.ts'
import { recordSigningKeyChange } from './record-signing-key-change.ts'
import { deleteSigningKey, findSigningKey } from './signing-keys.sql.ts'

export const removeSigningKey: Handlers<typeof signingKeys>['remove'] = async ({
  params,
  ...context
}) => {
  await context.environment.postgres.transaction(async (transaction) => {
    const tenant = within(context.environment, transaction)
    const found = await findSigningKey(tenant, params.id)
    if (!found || (await deleteSigningKey(tenant, found.id)) === 0) throw notFound('signing key')
    await recordSigningKeyChange(context, tenant, 'deleted', found)
  })
  forgetPublicKey(context.environment, params.id)
  return undefined
}
