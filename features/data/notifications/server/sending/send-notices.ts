import type { App } from '@playhead/server-kit/app.ts'
import type { Outcome } from '@playhead/server-kit/messages/outcome.ts'
import { responseSeconds } from '@playhead/server-kit/messages/post-json.ts'
import { sendEmail } from '@playhead/server-kit/messages/send-email.ts'
import { sendPagerDuty } from '@playhead/server-kit/messages/send-pager-duty.ts'
import { sendSlack } from '@playhead/server-kit/messages/send-slack.ts'
import { sendWebhook } from '@playhead/server-kit/messages/send-webhook.ts'
import { outboundFetch } from '@playhead/server-kit/outbound/outbound.ts'
import type { NotificationService } from '../../contract.ts'
import { openSettings, otherServerError } from '../channel-settings.ts'
import { titleOfAll } from './describe-notice.ts'
import { mailOfNotices, messagesOf } from './mail-of-notices.ts'
import type { Notice } from './notice.ts'

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
  const messages = messagesOf(notices)
  const [message] = messages
  const fetch = fetchOf(app, service)
  switch (service) {
    case 'email':
      return sendEmail(app.mailer, mailOfNotices(value, notices))
    case 'slack':
      return sendSlack(fetch, value, messages, titleOfAll(notices))
    case 'pagerduty': {
      const receiver = { baseUrl: app.settings.pagerDutyUrl, routingKey: value }
      const outcome = await sendPagerDuty(fetch, receiver, message)
      // A test calls nobody for long.
      if (outcome.isDelivered && message.kind === 'test')
        await sendPagerDuty(fetch, receiver, message, 'resolve')
      return outcome
    }
    case 'webhook':
      return sendWebhook(fetch, { url: value, secret, now: app.clock.now() }, message)
  }
}
