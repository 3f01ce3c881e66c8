import { tmpdir } from 'node:os'
import Mux from '@mux/mux-node'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createMailer } from '@playhead/server-kit/mail/mailer.ts'
import { outboundFetch } from '@playhead/server-kit/outbound/outbound.ts'
import { messageOf } from './describe-notice.ts'
import { mailOfNotices } from './mail-of-notices.ts'
import { type IncidentOfNotice, incidentUrl, type Notice } from './notice.ts'
import { sendEmail } from '@playhead/server-kit/messages/send-email.ts'
import { sendPagerDuty } from '@playhead/server-kit/messages/send-pager-duty.ts'
import { sendSlack } from '@playhead/server-kit/messages/send-slack.ts'
import { sendWebhook } from '@playhead/server-kit/messages/send-webhook.ts'
import {
  startHttpReceiver,
  startSmtpCatcher,
} from '@playhead/server-kit/messages/testing-receivers.ts'

const receiver = await startHttpReceiver()
const catcher = await startSmtpCatcher()
afterAll(() => Promise.all([receiver.close(), catcher.close()]))
beforeEach(() => {
  receiver.reset()
  catcher.set('takes')
})

const fetch = outboundFetch({ openedAddresses: true }, { timeoutMs: 300 })
const mailer = createMailer(
  { smtpUrl: catcher.url, mailFrom: 'Playhead <video@example.com>', dataFolder: tmpdir() },
  () => new Date(),
)

const incident: IncidentOfNotice = {
  id: '0c7f2c3e-6f0f-4b0d-9a54-3f6d7b1f2a10',
  incident_key: 'cdn-fastly',
  type: 'threshold',
  status: 'open',
  severity: 'alert',
  measurement: 'playback-failure-percentage',
  measured_value: 0.12345,
  measured_value_on_close: null,
  threshold: 0.05,
  sample_size: 2200,
  sample_size_unit: 'starts',
  ccv_on_start: 2300,
  affected_views: 255,
  affected_views_per_hour: 510,
  description: 'Playback failures is above 5% for 2 minutes',
  group_key: '',
  rule: null,
  error_description: '',
  impact: 'One in nine attempts to start fails, while 2,300 watch.',
  breakdowns: [{ id: '1', name: 'cdn', value: '<!channel> @everyone & fastly' }],
  causes: [{ id: 'cdn', value: 'fastly', share: 0.918, share_of_viewers: 0.21 }],
  started_at: new Date('2026-11-20T12:00:00.123Z'),
  resolved_at: null,
  expired_by: null,
}

const aNotice = (given: Partial<Notice> = {}): Notice => ({
  id: '17',
  kind: 'opened',
  incident,
  environment: { id: '7b1f2a10-6f0f-4b0d-9a54-3f6d0c7f2c3e', name: 'Production' },
  url: 'https://video.example.com/incident',
  ...given,
})

const aMessage = (given: Partial<Notice> = {}) => messageOf(aNotice(given))

const endedNotice = aNotice({
  id: '18',
  kind: 'ended',
  incident: {
    ...incident,
    measured_value_on_close: 0.01,
    resolved_at: new Date('2026-11-20T13:30:00Z'),
  },
})

const ended = messageOf(endedNotice)

const expired = messageOf(
  aNotice({
    id: '19',
    kind: 'ended',
    incident: {
      ...incident,
      status: 'expired',
      expired_by: 'no_data',
      resolved_at: new Date('2026-11-20T19:30:00Z'),
    },
  }),
)

const bodyAt = (path: string) => JSON.parse(receiver.at(path).at(-1)!.body)

test('Slack gets a title with its link, a colour, the sentence and the facts', async () => {
  const outcome = await sendSlack(fetch, receiver.url('/slack'), [aMessage()])
  expect(outcome).toEqual({
    isDelivered: true,
    statusCode: 202,
    answer: '{"status":"success"}',
  })
  const title = 'Open: Playback failures is above 5% for 2 minutes (Production)'
  expect(bodyAt('/slack')).toEqual({
    text: title,
    attachments: [
      {
        fallback: title,
        color: '#d92d20',
        title,
        title_link: 'https://video.example.com/incident',
        text: 'One in nine attempts to start fails, while 2,300 watch.',
        fields: [
          { title: 'Value', value: '12.35%', short: true },
          { title: 'Threshold', value: '5%', short: true },
          { title: 'Mostly', value: 'CDN fastly, 92% of failures and 21% of viewers', short: true },
          { title: 'Since', value: '2026-11-20 12:00 UTC', short: true },
          { title: 'Viewers', value: '2,300', short: true },
          { title: 'Measured on', value: '2,200 starts', short: true },
          { title: 'Affected views', value: '255', short: true },
          // What players send calls nobody.
          {
            title: 'cdn',
            value: '&lt;!channel&gt; @\u200Beveryone &amp; fastly',
            short: true,
          },
        ],
      },
    ],
  })
  await sendSlack(fetch, receiver.url('/slack'), [ended])
  const [attachment] = bodyAt('/slack').attachments
  expect(attachment).toMatchObject({ color: '#12b76a', title: expect.stringMatching(/^Ended: /) })
  expect(attachment.fields).toContainEqual({
    title: 'Until',
    value: '2026-11-20 13:30 UTC',
    short: true,
  })
  expect(attachment.fields).toContainEqual({ title: 'Value', value: '1%', short: true })
})

test('the last message does not say that the problem goes on', () => {
  const sentence = 'While it was open: One in nine attempts to start fails, while 2,300 watch.'
  expect(ended.sentence).toBe(sentence)
  expect(ended.event).toMatchObject({ data: { sentence } })
})

test('ALRT-011 the last message about an expired incident says that it expired and why', async () => {
  await sendSlack(fetch, receiver.url('/expired'), [expired])
  const [attachment] = bodyAt('/expired').attachments
  expect(attachment).toMatchObject({
    color: '#667085',
    title: 'Expired: Playback failures is above 5% for 2 minutes (Production)',
    text: 'While it was open: One in nine attempts to start fails, while 2,300 watch. This incident expired: no data came in for 6 hours.',
  })
  const to = { baseUrl: receiver.url('/pager'), routingKey: 'R0UT1NGKEY' }
  await sendPagerDuty(fetch, to, expired)
  expect(bodyAt('/pager/v2/enqueue')).toMatchObject({ event_action: 'resolve' })
  expect(expired.event).toMatchObject({
    type: 'data.incident.ended',
    data: { status: 'expired', expired_by: 'no_data', title: attachment.title },
  })
})

test('a message about an anomaly has what is unusual, its values, and the address of its page', async () => {
  const anomaly: IncidentOfNotice = {
    ...incident,
    type: 'anomaly',
    measurement: 'playback_failure_percentage',
    description: 'Playback failures are unusually high: Fastly, Germany',
    impact: 'Playback failures are 12.00 % where 1.00 % is usual, in 300 views of 5 minutes.',
    measured_value: 0.12,
    threshold: 0.031,
    ccv_on_start: null,
    breakdowns: [
      { id: 'cdn', name: 'cdn', value: 'fastly' },
      { id: 'country', name: 'country', value: 'DE' },
    ],
  }
  const place = { organizationId: 'o', environmentId: 'e' }
  const url = incidentUrl('https://video.example.com', place, anomaly)
  expect(url).toBe(
    `https://video.example.com/organizations/o/environments/e/alerts/incidents/anomaly/${anomaly.id}`,
  )
  await sendSlack(fetch, receiver.url('/anomaly'), [aMessage({ incident: anomaly, url })])
  const { text, attachments } = bodyAt('/anomaly')
  expect(attachments[0]).toMatchObject({
    title: `Open: ${anomaly.description} (Production)`,
    title_link: url,
  })
  expect(`${text} ${attachments[0].text}`).toContain('12.00 % where 1.00 % is usual')
  const facts = attachments[0].fields.map((one: { title: string; value: string }) => [
    one.title,
    one.value,
  ])
  expect(facts.slice(0, 2)).toEqual([
    ['Value', '12%'],
    ['Threshold', '3.1%'],
  ])
  expect(facts.slice(-2)).toEqual([
    ['cdn', 'fastly'],
    ['country', 'DE'],
  ])
})

test('PagerDuty gets a trigger, an acknowledge and a resolve of one key', async () => {
  const to = { baseUrl: receiver.url('/pager'), routingKey: 'R0UT1NGKEY' }
  expect(await sendPagerDuty(fetch, to, aMessage())).toMatchObject({ isDelivered: true })
  const event = bodyAt('/pager/v2/enqueue')
  expect(event).toMatchObject({
    routing_key: 'R0UT1NGKEY',
    event_action: 'trigger',
    dedup_key: `playhead-${incident.id}`,
    payload: {
      summary: expect.stringContaining('One in nine attempts to start fails, while 2,300 watch.'),
      source: 'Production',
      severity: 'critical',
      timestamp: '2026-11-20T12:00:00.123Z',
      component: 'playback-failure-percentage',
      group: 'Production',
      class: 'threshold',
      custom_details: { Value: '12.35%', Threshold: '5%' },
    },
    links: [{ href: 'https://video.example.com/incident', text: 'Open in Playhead' }],
    client: 'Playhead',
    client_url: 'https://video.example.com/incident',
  })
  const key = { routing_key: 'R0UT1NGKEY', dedup_key: event.dedup_key }
  await sendPagerDuty(fetch, to, aMessage({ kind: 'acknowledged' }))
  expect(bodyAt('/pager/v2/enqueue')).toEqual({ ...key, event_action: 'acknowledge' })
  await sendPagerDuty(fetch, to, ended)
  expect(bodyAt('/pager/v2/enqueue')).toEqual({ ...key, event_action: 'resolve' })
  const long = { ...incident, impact: 'x'.repeat(2000), severity: 'warning' as const }
  await sendPagerDuty(fetch, to, aMessage({ incident: long }))
  const { payload } = bodyAt('/pager/v2/enqueue')
  expect(payload.summary).toHaveLength(1024)
  expect(payload.severity).toBe('warning')
})

test('PagerDuty takes an event with 202 only, and a refusal with 400 is final', async () => {
  const to = { baseUrl: receiver.origin, routingKey: 'key' }
  const answered = async (status: number) => {
    receiver.answerWith((response) => response.writeHead(status).end('invalid key'))
    return sendPagerDuty(fetch, to, aMessage())
  }
  expect(await answered(200)).toMatchObject({ isDelivered: false })
  expect(await answered(400)).toEqual({
    isDelivered: false,
    isFinal: true,
    statusCode: 400,
    answer: 'invalid key',
    error: 'The receiver answered 400: invalid key',
  })
  expect((await answered(429)).isFinal).toBeUndefined()
})

test('a webhook is signed so that the client of the API reads it', async () => {
  const secret = 'a'.repeat(64)
  const now = new Date()
  await sendWebhook(fetch, { url: receiver.url('/hook'), secret, now }, aMessage())
  const { headers, body } = receiver.at('/hook')[0]!
  const client = new Mux({ tokenId: 'x', tokenSecret: 'y' })
  expect(await client.webhooks.unwrap(body, headers, secret)).toMatchObject({
    id: '17',
    type: 'data.incident.opened',
    created_at: now.toISOString(),
    object: { type: 'incident', id: incident.id },
    environment: { name: 'Production' },
    data: {
      id: incident.id,
      measurement: 'playback-failure-percentage',
      started_at: 1_795_176_000,
      resolved_at: null,
      breakdowns: incident.breakdowns,
      causes: incident.causes,
      sentence: 'One in nine attempts to start fails, while 2,300 watch.',
      url: 'https://video.example.com/incident',
    },
  })
  await expect(client.webhooks.unwrap(`${body} `, headers, secret)).rejects.toThrow(/signature/)
  await sendWebhook(fetch, { url: receiver.url('/hook'), secret, now }, ended)
  expect(bodyAt('/hook')).toMatchObject({
    type: 'data.incident.ended',
    data: { resolved_at: 1_795_181_400 },
  })
})

test('receivers that refuse, ask to wait, hang, close, or are not there', async () => {
  const url = receiver.url('/bad')
  const send = () => sendSlack(fetch, url, [aMessage()])
  receiver.answerWith((response) => response.writeHead(400).end('no\0body'))
  expect(await send()).toMatchObject({ error: 'The receiver answered 400: no\uFFFDbody' })
  receiver.answerWith((response) => response.writeHead(500).end())
  expect(await send()).toEqual({
    isDelivered: false,
    statusCode: 500,
    answer: '',
    error: 'The receiver answered 500.',
  })
  receiver.answerWith((response) => response.writeHead(429, { 'retry-after': '90' }).end())
  expect(await send()).toMatchObject({ isDelivered: false, retryAfterSeconds: 90 })
  receiver.answerWith((response) => response.writeHead(429, { 'retry-after': '999999' }).end())
  expect(await send()).toMatchObject({ retryAfterSeconds: 3600 })
  receiver.answerWith((response) => response.writeHead(302, { location: '/away' }).end())
  expect(await send()).toMatchObject({
    isDelivered: false,
    statusCode: 302,
    error:
      'The receiver answered 302, a redirect, which is not followed. Enter the address it leads to.',
  })
  expect(receiver.at('/away')).toEqual([])
  receiver.answerWith((response) => void response.socket?.end('SSH-2.0-OpenSSH_9.2\r\n'))
  expect(await send()).toMatchObject({
    isDelivered: false,
    error: 'The response is not HTTP: something else listens at this address.',
  })
  receiver.answerWith((response) => void response.destroy())
  expect(await send()).toMatchObject({ isDelivered: false, mayHaveArrived: true })
  receiver.answerWith(() => {})
  expect(await send()).toMatchObject({ isDelivered: false, mayHaveArrived: true })
  const overTls = receiver.origin.replace('http:', 'https:')
  expect(await sendSlack(fetch, overTls, [aMessage()])).toMatchObject({
    isDelivered: false,
    error: 'The encrypted connection failed. The host may not speak https at this port.',
  })
  expect(await sendSlack(fetch, 'http://127.0.0.1:1/', [aMessage()])).toEqual({
    isDelivered: false,
    error: 'Nothing listens at this address: the connection was refused.',
    mayHaveArrived: false,
  })
})

test('a private address is not called', async () => {
  const guarded = outboundFetch({ openedAddresses: false })
  const outcome = await sendSlack(guarded, receiver.url('/private'), [aMessage()])
  expect(outcome).toMatchObject({ isDelivered: false, mayHaveArrived: false })
  expect(outcome.error).toContain('is a private address')
  expect(receiver.at('/private')).toEqual([])
})

test('a mail has the sentence, the facts and the link; several are one digest', async () => {
  expect(await sendEmail(mailer, mailOfNotices('ada@example.com', [aNotice()]))).toMatchObject({
    isDelivered: true,
  })
  const { message } = catcher.to('ada@example.com')[0]!
  const plain = message.replaceAll('=\r\n', '').replaceAll('=3D', '=')
  expect(plain).toContain('Subject: Open: Playback failures is above 5% for 2 minutes (Production)')
  for (const line of [
    'One in nine attempts to start fails, while 2,300 watch.',
    'Value: 12.35%',
    'Threshold: 5%',
    'Since: 2026-11-20 12:00 UTC',
    'Viewers: 2,300',
    'Measured on: 2,200 starts',
    'cdn: <!channel> @everyone & fastly',
    'https://video.example.com/incident',
  ])
    expect(plain).toContain(line)
  await sendEmail(mailer, mailOfNotices('bob@example.com', [aNotice(), endedNotice]))
  expect(catcher.to('bob@example.com')).toHaveLength(1)
  const digest = catcher.to('bob@example.com')[0]!.message
  expect(digest).toContain('Subject: 2 messages about incidents of Production')
  expect(digest).toMatch(/Open: Playback[\s\S]*Ended: Playback/)
})

test('a value cannot turn the text around it', async () => {
  const description = 'A film \u202Emoc.elpmaxe\u2066'
  const breakdowns = [{ id: 'video_title', name: 'video_title', value: 'A film \u202Eeman' }]
  const { title, facts } = aMessage({ incident: { ...incident, description, breakdowns } })
  expect(title).toBe('Open: A film moc.elpmaxe (Production)')
  expect(facts).toContainEqual({ label: 'video_title', text: 'A film eman' })
})

test('a test has no facts, for it has no incident', async () => {
  const mail = mailOfNotices('ada@example.com', [aNotice({ kind: 'test' })])
  expect(mail.text).not.toMatch(/Value:|Threshold:|Affected views:/)
  expect(mail.text).toContain('https://video.example.com/incident')
})

test('a mail server that refuses or says nothing', async () => {
  catcher.set('refuses')
  const refused = await sendEmail(mailer, mailOfNotices('eve@example.com', [aNotice()]))
  expect(refused.isDelivered).toBe(false)
  expect(refused.error).toContain('No such mailbox here')
  catcher.set('hangs')
  expect(await sendEmail(mailer, mailOfNotices('eve@example.com', [aNotice()]), 200)).toEqual({
    isDelivered: false,
    error: 'The mail server did not accept the mail within 10 seconds.',
    mayHaveArrived: true,
  })
  expect(catcher.to('eve@example.com')).toEqual([])
})
