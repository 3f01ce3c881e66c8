import type { OutboundFetch } from '@playhead/server-kit/outbound/outbound.ts'
import { factsOf, sentenceOf, titleOf } from './describe-notice.ts'
import { dedupKeyOf, type Notice } from './notice.ts'
import type { Outcome } from './outcome.ts'
import { postJson } from './post-json.ts'

const summaryMax = 1024

const actions = {
  opened: 'trigger',
  changed: 'trigger',
  reminder: 'trigger',
  acknowledged: 'acknowledge',
  ended: 'resolve',
  test: 'trigger',
} as const

type Action = (typeof actions)[keyof typeof actions]

const severityOf = ({ kind, incident }: Notice) =>
  kind === 'test' ? 'info' : incident.severity === 'alert' ? 'critical' : 'warning'

const payloadOf = (notice: Notice) => ({
  summary: `${titleOf(notice)}. ${sentenceOf(notice)}`.slice(0, summaryMax),
  source: notice.environment.name,
  severity: severityOf(notice),
  timestamp: notice.incident.started_at.toISOString(),
  component: notice.incident.measurement,
  group: notice.environment.name,
  class: notice.incident.type,
  custom_details: Object.fromEntries(factsOf(notice).map(({ label, text }) => [label, text])),
})

const eventOf = (routingKey: string, notice: Notice, action: Action) => ({
  routing_key: routingKey,
  event_action: action,
  dedup_key: dedupKeyOf(notice),
  ...(action === 'trigger' && {
    payload: payloadOf(notice),
    links: [{ href: notice.url, text: 'Open in Playhead' }],
    client: 'Playhead',
    client_url: notice.url,
  }),
})

/** The Events API v2: 202 when it is taken; an event or key that was refused with 400 is refused forever. */
export const sendPagerDuty = async (
  fetch: OutboundFetch,
  { baseUrl, routingKey }: { baseUrl: string; routingKey: string },
  notice: Notice,
  action: Action = actions[notice.kind],
): Promise<Outcome> => {
  const body = JSON.stringify(eventOf(routingKey, notice, action))
  const url = `${baseUrl}/v2/enqueue`
  const outcome = await postJson(fetch, { url, body }, (status) => status === 202)
  return outcome.statusCode === 400 ? { ...outcome, isFinal: true } : outcome
}
