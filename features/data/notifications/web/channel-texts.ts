import { formatDate } from '@playhead/domain/format.ts'
import type { AlertType, NotificationService } from '../contract.ts'
import type { ChannelEntry } from './use-channels.ts'

type Tone = 'neutral' | 'good' | 'warn' | 'bad'

interface ServiceTexts {
  label: string
  /** The label of the value. */
  value: string
  description: string
  placeholder: string
}

export const serviceTexts: Record<NotificationService, ServiceTexts> = {
  email: {
    label: 'Email',
    value: 'Email address',
    description: 'At most five mails an hour; the rest arrive in one.',
    placeholder: 'on-call@example.com',
  },
  slack: {
    label: 'Slack',
    value: 'Webhook URL',
    description: 'Mattermost, Rocket.Chat and Discord (at /slack) take the same messages.',
    placeholder: 'https://hooks.slack.com/services/…',
  },
  pagerduty: {
    label: 'PagerDuty',
    value: 'Integration key',
    description: 'The key of an Events API v2 integration.',
    placeholder: 'R0UT1NGKEY',
  },
  webhook: {
    label: 'Webhook',
    value: 'URL',
    description:
      'Messages come as POST requests, signed like events. Any 2xx answer within 5 seconds accepts them.',
    placeholder: 'https://example.com/incidents',
  },
}

export const alertTypeTexts: Record<AlertType, string> = {
  threshold: 'Threshold',
  anomaly: 'Anomaly',
}

/** What people recognize a channel by: its value for those who may see it. Nobody recognizes a whole key. */
export const channelName = ({
  service,
  value,
  valueHint,
}: Pick<ChannelEntry, 'service' | 'value' | 'valueHint'>) =>
  service === 'pagerduty' ? valueHint : (value ?? valueHint)

interface LastAnswer {
  label: string
  tone: Tone
  text: string
}

type Answered = Pick<
  ChannelEntry,
  'enabled' | 'staysInOutbox' | 'switchedOffAt' | 'lastError' | 'lastSentAt'
>

/** What the receiver said last, and whether anything is sent at all. */
export const lastAnswer = (channel: Answered, now = new Date()): LastAnswer => {
  const { enabled, staysInOutbox, switchedOffAt, lastError, lastSentAt } = channel
  const sent = lastSentAt
    ? `Last accepted ${formatDate(lastSentAt, { now })}`
    : 'Nothing was accepted yet'
  if (switchedOffAt) {
    const since = formatDate(switchedOffAt, { now })
    return {
      label: 'Switched off',
      tone: 'bad',
      text: `After twenty failures in a row, ${since}: ${lastError ?? 'no reason is known'}`,
    }
  }
  if (!enabled) return { label: 'Off', tone: 'neutral', text: lastError ?? sent }
  if (lastError) return { label: 'Failing', tone: 'warn', text: lastError }
  if (staysInOutbox)
    return {
      label: 'Outbox',
      tone: 'warn',
      text: 'This server has no mail server: its mail stays in the outbox, which staff can read.',
    }
  return lastSentAt
    ? { label: 'Works', tone: 'good', text: sent }
    : { label: 'Not tried', tone: 'neutral', text: sent }
}
