import { ApiError, invalidField } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { hintOfReceiver } from '@playhead/server-kit/messages/hint-of-receiver.ts'
import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import type { AlertType, NotificationService } from '../contract.ts'
import { openSettings, sealSettings, settingsOf } from './channel-settings.ts'
import { type ChannelRow, notifyWorkers, updateChannel } from './notification-channels.sql.ts'
import { recordChannelChange } from './record-channel-change.ts'
import { requireLockedChannel } from './require-channel.ts'

type Caller = EnvironmentContext & { app: App; request: RequestFacts }

interface Changes {
  service?: NotificationService | undefined
  value?: string | undefined
  alert_types?: readonly AlertType[] | undefined
  enabled?: boolean | undefined
}

/** `signingSecret` is null when the change makes none. */
const valueOf = (app: App, current: ChannelRow, service: NotificationService, value?: string) => {
  const kept = { valueSealed: current.value_sealed, valueHint: current.value_hint }
  if (value === undefined && service === current.service) return { kept, signingSecret: null }
  if (value === undefined) throw invalidField('value', 'Enter the value of the new service.')
  const former = current.service === 'webhook' ? openSettings(app, current.value_sealed) : undefined
  const settings = settingsOf(app, service, value, former?.signing_secret)
  const isNew = settings.signing_secret !== former?.signing_secret
  return {
    kept: {
      valueSealed: sealSettings(app, settings),
      valueHint: hintOfReceiver({ service, value }),
    },
    signingSecret: (isNew && settings.signing_secret) || null,
  }
}

/** A channel that gets another value or is switched on again starts without failures. */
export const changeChannel = (context: Caller, id: string, changes: Changes) => {
  const { app, environment } = context
  return environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    const before = await requireLockedChannel(tenant, id)
    if (Object.values(changes).every((change) => change === undefined))
      throw new ApiError('invalid_parameters', {
        messages: ['Give service, value, alert_types or enabled.'],
      })
    const service = changes.service ?? before.service
    // Another value is a repair, so it brings back a channel that its failures have switched off.
    const isRepaired = changes.value !== undefined && before.switched_off_at !== null
    const isEnabled = changes.enabled ?? (isRepaired || before.is_enabled)
    const { kept, signingSecret } = valueOf(app, before, service, changes.value)
    const after = await updateChannel(tenant, id, {
      service,
      ...kept,
      alertTypes: [...new Set(changes.alert_types ?? before.alert_types)],
      isEnabled,
      isForgiven: changes.value !== undefined || changes.enabled !== undefined,
    })
    await recordChannelChange(context, tenant, 'updated', { before, after })
    await notifyWorkers(tenant)
    return { row: after, signingSecret }
  })
}
