import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { signingKeys } from '../contract.ts'
import { makeKeyPair } from './make-key-pair.ts'
import { presentSigningKey } from './present-signing-key.ts'
import { recordSigningKeyChange } from './record-signing-key-change.ts'
import { insertSigningKey } from './signing-keys.sql.ts'

export const createSigningKey: Handlers<typeof signingKeys>['create'] = async (context) => {
  const { publicKey, privateKey } = await makeKeyPair()
  return context.environment.postgres.transaction(async (transaction) => {
    const tenant = within(context.environment, transaction)
    const created = await insertSigningKey(tenant, publicKey)
    await recordSigningKeyChange(context, tenant, 'created', created)
    return {
      data: {
        ...presentSigningKey(created),
        private_key: Buffer.from(privateKey).toString('base64'),
      },
    }
  })
}
