import type { Mail, Mailer } from '../mail/mailer.ts'
import type { OutboundFetch } from '../outbound/outbound.ts'
import { mailOfMessages } from './mail-of-messages.ts'
import type { Message } from './message.ts'
import type { Outcome } from './outcome.ts'
import { responseSeconds } from './post-json.ts'
import { sendEmail } from './send-email.ts'
import { sendPagerDuty } from './send-pager-duty.ts'
import { sendSlack } from './send-slack.ts'
import { sendWebhook } from './send-webhook.ts'

export type MessageService = 'email' | 'slack' | 'pagerduty' | 'webhook'

export interface Receiver {
  service: MessageService
  /** The address or key. */
  value: string
  /** Signs what a webhook gets. */
  secret?: string
}

interface Sender {
  mailer: Mailer
  fetch: OutboundFetch
  pagerDutyUrl: string
  now: Date
}

export const messageLimits = {
  timeoutMs: responseSeconds * 1000,
  bytesMax: 64 * 1024,
  cutsLongAnswers: true,
}

/** Only mail and chats take more than one at a time. */
export const sendMessages = async (
  { mailer, fetch, pagerDutyUrl, now }: Sender,
  { service, value, secret = '' }: Receiver,
  messages: readonly [Message, ...Message[]],
  of: { mail?: Mail; title?: string } = {},
): Promise<Outcome> => {
  const [message] = messages
  switch (service) {
    case 'email':
      return sendEmail(mailer, of.mail ?? mailOfMessages(value, messages))
    case 'slack':
      return sendSlack(fetch, value, messages, of.title)
    case 'pagerduty': {
      const receiver = { baseUrl: pagerDutyUrl, routingKey: value }
      const outcome = await sendPagerDuty(fetch, receiver, message)
      // A test calls nobody for long.
      if (outcome.isDelivered && message.kind === 'test')
        await sendPagerDuty(fetch, receiver, message, 'resolve')
      return outcome
    }
    case 'webhook':
      return sendWebhook(fetch, { url: value, secret, now }, message)
  }
}
