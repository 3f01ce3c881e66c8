import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { Receiver } from '@playhead/server-kit/messages/send-messages.ts'
import type { serverAlerts } from '../contract.ts'
import { hintOfReceiver } from '@playhead/server-kit/messages/hint-of-receiver.ts'
import { checkReader } from './read-checks.ts'
import { deliveryTo, type ServerAlert } from './server-alert.ts'
import { listNewest } from './server-alerts.sql.ts'

const present = (alert: ServerAlert, channels: readonly Receiver[]) => ({
  id: alert.id,
  check: alert.check,
  severity: alert.severity,
  sentence: alert.sentence,
  opened_at: alert.openedAt.toISOString(),
  ended_at: alert.endedAt?.toISOString() ?? null,
  sent_to: channels.map((receiver, index) => {
    const { sent, error } = deliveryTo(alert, receiver)
    return { number: index + 1, is_sent: sent.includes('opened'), error }
  }),
})

/** The checks as this process reads them; alerts come from the one that watches. */
export const retrieve: Handlers<typeof serverAlerts>['retrieve'] = async ({ app }) => {
  const { operatorChannels: channels } = app.settings
  const [readings, alerts] = await Promise.all([checkReader(app)(), listNewest(app.postgres)])
  return {
    data: {
      checks: readings.map(({ name, title, finding }) => ({
        name,
        title,
        level: finding?.level ?? null,
        sentence: finding?.sentence ?? '',
      })),
      channels: channels.map((receiver, index) => ({
        number: index + 1,
        service: receiver.service,
        value_hint: hintOfReceiver(receiver),
      })),
      alerts: alerts.map((alert) => present(alert, channels)),
    },
  }
}
