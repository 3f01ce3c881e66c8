import { ApiError } from '@playhead/contract-kit/errors.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { hintOfReceiver } from '@playhead/server-kit/messages/hint-of-receiver.ts'
import type { EnvironmentContext, RequestFacts } from '@playhead/server-kit/context.ts'
import { within } from '@playhead/server-kit/tenant.ts'
import { type AlertType, notificationLimits, type NotificationService } from '../contract.ts'
import { sealSettings, settingsOf } from './channel-settings.ts'
import { countChannels, insertChannel, lockChannels } from './notification-channels.sql.ts'
import { recordChannelChange } from './record-channel-change.ts'

type Caller = EnvironmentContext & { app: App; request: RequestFacts }

interface Given {
  service: NotificationService
  value: string
  alert_types?: readonly AlertType[] | undefined
}

/** ALRT-030 */
const usualTypes = ({ flags }: Caller): AlertType[] =>
  flags.alertingV2 ? ['threshold', 'anomaly'] : ['anomaly']

export const addChannel = (context: Caller, { service, value, alert_types: given }: Given) => {
  const { app, environment } = context
  const alertTypes = given ?? usualTypes(context)
  const settings = settingsOf(app, service, value)
  return environment.postgres.transaction(async (transaction) => {
    const tenant = within(environment, transaction)
    await lockChannels(tenant)
    if ((await countChannels(tenant)) >= notificationLimits.perEnvironmentMax)
      throw new ApiError('invalid_parameters', {
        messages: [
          `An environment can have ${notificationLimits.perEnvironmentMax} notification channels.`,
        ],
      })
    const row = await insertChannel(tenant, {
      service,
      valueSealed: sealSettings(app, settings),
      valueHint: hintOfReceiver({ service, value }),
      alertTypes: [...new Set(alertTypes)],
    })
    await recordChannelChange(context, tenant, 'created', { after: row })
    return { row, signingSecret: settings.signing_secret ?? null }
  })
}
