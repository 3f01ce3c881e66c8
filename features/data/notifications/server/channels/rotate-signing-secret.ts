import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { Handlers } from '@playhead/server-kit/implement.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { notificationChannels } from '../../contract.ts'
import {
  newSigningSecret,
  openSettings,
  otherServerError,
  sealSettings,
} from '../channel-settings.ts'
import { updateSealedValue } from '../notification-channels.sql.ts'
import { presentChannel } from '../present-channel.ts'
import { recordChannelChange } from '../record-channel-change.ts'
import { requireLockedChannel } from '../require-channel.ts'

/** Also gives a secret to a webhook that has none. */
export const rotateSigningSecret: Handlers<typeof notificationChannels>['rotateSecret'] = (
  context,
) => {
  const { app, environment, params } = context
  return environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const before = await requireLockedChannel(tenant, params.id)
    if (before.service !== 'webhook')
      throw new ApiError('invalid_parameters', {
        messages: ['Only a webhook has a signing secret.'],
      })
    const settings = openSettings(app, before.value_sealed)
    if (!settings) throw new ApiError('invalid_parameters', { messages: [otherServerError] })
    const secret = newSigningSecret()
    const after = await updateSealedValue(
      tenant,
      before.id,
      sealSettings(app, { ...settings, signing_secret: secret }),
    )
    await recordChannelChange(context, tenant, 'secret_rotated', { before, after })
    return { data: { ...presentChannel(context, after), signing_secret: secret } }
  })
}
