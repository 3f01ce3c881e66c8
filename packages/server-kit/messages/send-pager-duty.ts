import type { OutboundFetch } from '../outbound/outbound.ts'
import type { Message } from './message.ts'
import type { Outcome } from './outcome.ts'
import { postJson } from './post-json.ts'

const summaryMax = 1024

const actions = {
  opened: 'trigger',
  changed: 'trigger',
  reminder: 'trigger',
  acknowledged: 'acknowledge',
  ended: 'resolve',
  expired: 'resolve',
  test: 'trigger',
} as const

type Action = (typeof actions)[keyof typeof actions]

const severityOf = ({ kind, severity }: Message) =>
  kind === 'test' ? 'info' : severity === 'alert' ? 'critical' : 'warning'

const payloadOf = (message: Message) => ({
  summary: `${message.title}. ${message.sentence}`.slice(0, summaryMax),
  source: message.source,
  severity: severityOf(message),
  timestamp: message.startedAt.toISOString(),
  component: message.component,
  group: message.source,
  class: message.class,
  custom_details: Object.fromEntries(message.facts.map(({ label, text }) => [label, text])),
})

const eventOf = (routingKey: string, message: Message, action: Action) => ({
  routing_key: routingKey,
  event_action: action,
  dedup_key: message.dedupKey,
  ...(action === 'trigger' && {
    payload: payloadOf(message),
    links: [{ href: message.url, text: 'Open in Playhead' }],
    client: 'Playhead',
    client_url: message.url,
  }),
})

/** The Events API v2: 202 when it is taken; an event or key that was refused with 400 is refused forever. */
export const sendPagerDuty = async (
  fetch: OutboundFetch,
  { baseUrl, routingKey }: { baseUrl: string; routingKey: string },
  message: Message,
  action: Action = actions[message.kind],
): Promise<Outcome> => {
  const body = JSON.stringify(eventOf(routingKey, message, action))
  const url = `${baseUrl}/v2/enqueue`
  const outcome = await postJson(fetch, { url, body }, (status) => status === 202)
  return outcome.statusCode === 400 ? { ...outcome, isFinal: true } : outcome
}
