import { randomBytes } from 'node:crypto'
import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import { webhookLimits, type webhooks } from '../contract.ts'
import { addressTaken, checkAddress } from './check-address.ts'
import { presentWebhook } from './present-webhook.ts'
import { recordWebhookChange } from './record-webhook-change.ts'
import { countWebhooks, insertWebhook, lockWebhooks } from './webhooks.sql.ts'

export const createWebhook: Handlers<typeof webhooks>['create'] = ({ app, body, ...context }) => {
  checkAddress(app, body.address)
  const secret = randomBytes(32).toString('hex')
  return context.environment.postgres.transaction(async (transaction) => {
    const tenant = within(context.environment, transaction)
    await lockWebhooks(tenant)
    if ((await countWebhooks(tenant)) >= webhookLimits.perEnvironmentMax)
      throw new ApiError('invalid_parameters', {
        messages: [`An environment can have ${webhookLimits.perEnvironmentMax} webhooks.`],
      })
    const created = await insertWebhook(tenant, {
      address: body.address,
      secretSealed: app.vault.seal(secret),
    })
    if (!created) throw addressTaken()
    await recordWebhookChange({ ...context }, tenant, 'created', created)
    return { data: { ...presentWebhook(created), signing_secret: secret } }
  })
}
