import type { App } from '@playhead/server-kit/app.ts'
import type { Outcome } from '@playhead/server-kit/messages/outcome.ts'
import { messageLimits, sendMessages } from '@playhead/server-kit/messages/send-messages.ts'
import { outboundFetch } from '@playhead/server-kit/outbound/outbound.ts'
import type { NotificationService } from '../../contract.ts'
import { openSettings, otherServerError } from '../channel-settings.ts'
import { titleOfAll } from './describe-notice.ts'
import { mailOfNotices, messagesOf } from './mail-of-notices.ts'
import type { Notice } from './notice.ts'

interface Channel {
  service: NotificationService
  value_sealed: string
}

/** The address of PagerDuty is the operator's, so it may be private. */
const fetchOf = ({ settings }: App, service: NotificationService) =>
  outboundFetch(service === 'pagerduty' ? { openedAddresses: true } : settings, messageLimits)

export const sendNotices = async (
  app: App,
  { service, value_sealed: sealed }: Channel,
  notices: readonly [Notice, ...Notice[]],
): Promise<Outcome> => {
  const settings = openSettings(app, sealed)
  if (!settings) return { isDelivered: false, error: otherServerError }
  const { value, signing_secret: secret } = settings
  return sendMessages(
    {
      mailer: app.mailer,
      fetch: fetchOf(app, service),
      pagerDutyUrl: app.settings.pagerDutyUrl,
      now: app.clock.now(),
    },
    { service, value, ...(secret !== undefined && { secret }) },
    messagesOf(notices),
    { mail: mailOfNotices(value, notices), title: titleOfAll(notices) },
  )
}
