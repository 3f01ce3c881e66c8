import type { App } from '@playhead/server-kit/app.ts'
import { outboundFetch } from '@playhead/server-kit/outbound/outbound.ts'
import type { NotificationService } from '../../contract.ts'
import { openSettings, otherServerError } from '../channel-settings.ts'
import type { Notice } from './notice.ts'
import type { Outcome } from './outcome.ts'
import { responseSeconds } from './post-json.ts'
import { sendEmail } from './send-email.ts'
import { sendPagerDuty } from './send-pager-duty.ts'
import { sendSlack } from './send-slack.ts'
import { sendWebhook } from './send-webhook.ts'

const limits = {
  timeoutMs: responseSeconds * 1000,
  bytesMax: 64 * 1024,
  cutsLongAnswers: true,
}

interface Channel {
  service: NotificationService
  value_sealed: string
}

/** The address of PagerDuty is the operator's, so it may be private. */
const fetchOf = ({ settings }: App, service: NotificationService) =>
  outboundFetch(service === 'pagerduty' ? { openedAddresses: true } : settings, limits)

/** Only mail and chats take more than one at a time. */
export const sendNotices = async (
  app: App,
  { service, value_sealed: sealed }: Channel,
  notices: readonly [Notice, ...Notice[]],
): Promise<Outcome> => {
  const settings = openSettings(app, sealed)
  if (!settings) return { isDelivered: false, error: otherServerError }
  const { value, signing_secret: secret = '' } = settings
  const [notice] = notices
  const fetch = fetchOf(app, service)
  switch (service) {
    case 'email':
      return sendEmail(app.mailer, value, notices)
    case 'slack':
      return sendSlack(fetch, value, notices)
    case 'pagerduty': {
      const receiver = { baseUrl: app.settings.pagerDutyUrl, routingKey: value }
      const outcome = await sendPagerDuty(fetch, receiver, notice)
      // A test calls nobody for long.
      if (outcome.isDelivered && notice.kind === 'test')
        await sendPagerDuty(fetch, receiver, notice, 'resolve')
      return outcome
    }
    case 'webhook':
      return sendWebhook(fetch, { url: value, secret, now: app.clock.now() }, notice)
  }
}
