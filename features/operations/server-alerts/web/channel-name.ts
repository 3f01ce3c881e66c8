import type { ReceiverRow } from './use-server-alerts.ts'

const labels = { email: 'Email', slack: 'Slack', pagerduty: 'PagerDuty', webhook: 'Webhook' }

/** `Slack hooks.slack.com/…` */
export const channelNameOf = ({ service, valueHint }: ReceiverRow) =>
  `${labels[service]} ${valueHint}`
