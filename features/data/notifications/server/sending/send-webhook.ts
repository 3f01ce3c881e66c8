import type { OutboundFetch } from '@playhead/server-kit/outbound/outbound.ts'
import { signatureOf } from '@playhead/server-kit/outbound/signature.ts'
import { sentenceOf, titleOf } from './describe-notice.ts'
import type { Notice } from './notice.ts'
import type { Outcome } from './outcome.ts'
import { postJson } from './post-json.ts'

/** Objects in events have times in unix seconds. */
const epochSeconds = (date: Date) => Math.floor(date.getTime() / 1000)

const bodyOf = (notice: Notice, now: Date) => {
  const { id, kind, incident, environment, url } = notice
  const {
    started_at: startedAt,
    resolved_at: resolvedAt,
    group_key: _groupKey,
    rule: _rule,
    ...rest
  } = incident
  return {
    type: kind === 'test' ? 'data.incident.test' : `data.incident.${kind}`,
    id,
    created_at: now.toISOString(),
    object: { type: 'incident', id: incident.id },
    environment,
    data: {
      ...rest,
      started_at: epochSeconds(startedAt),
      resolved_at: resolvedAt && epochSeconds(resolvedAt),
      title: titleOf(notice),
      sentence: sentenceOf(notice),
      url,
    },
    attempts: [],
  }
}

interface Receiver {
  url: string
  secret: string
  now: Date
}

/** Signed as events are, so that the same client reads both (docs/guides/25-webhooks.md). */
export const sendWebhook = (
  fetch: OutboundFetch,
  { url, secret, now }: Receiver,
  notice: Notice,
): Promise<Outcome> => {
  const body = JSON.stringify(bodyOf(notice, now))
  return postJson(fetch, {
    url,
    body,
    headers: { 'mux-signature': signatureOf(secret, body, now) },
  })
}
