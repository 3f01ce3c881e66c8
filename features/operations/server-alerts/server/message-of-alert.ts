import { formatDurationParts } from '@playhead/domain/format.ts'
import type { App } from '@playhead/server-kit/app.ts'
import { type Message, messageTime, messageTitle } from '@playhead/server-kit/messages/message.ts'
import type { AlertMessageKind, ServerAlert } from './server-alert.ts'

type Settings = Pick<App['settings'], 'publicUrl'>

const hostOf = ({ publicUrl }: Settings) => new URL(publicUrl).host

const screenOf = ({ publicUrl }: Settings) => `${publicUrl}/operator/alerts`

const epochSeconds = (date: Date) => Math.floor(date.getTime() / 1000)

const sentenceOf = ({ sentence, openedAt, endedAt }: ServerAlert, kind: AlertMessageKind) =>
  kind === 'ended' && endedAt
    ? `It is over after ${formatDurationParts(endedAt.getTime() - openedAt.getTime())}.`
    : sentence

export const messageOfAlert = (
  settings: Settings,
  alert: ServerAlert,
  kind: AlertMessageKind,
): Message => {
  const host = hostOf(settings)
  const title = messageTitle(kind, alert.sentence.replace(/\.$/, ''), host)
  const sentence = sentenceOf(alert, kind)
  const { id, check, severity, openedAt, endedAt } = alert
  return {
    kind,
    severity,
    title,
    sentence,
    facts: [
      { label: 'Since', text: messageTime(openedAt) },
      ...(endedAt ? [{ label: 'Until', text: messageTime(endedAt) }] : []),
    ],
    url: screenOf(settings),
    // Not the id: a program that dies while the database is away opens the alert again.
    dedupKey: `playhead-server-${host}-${check}`,
    source: host,
    component: check,
    class: 'server',
    startedAt: openedAt,
    event: {
      type: `server.alert.${kind}`,
      id: `${id}-${kind}`,
      object: { type: 'server_alert', id },
      environment: null,
      data: {
        check,
        severity,
        sentence,
        started_at: epochSeconds(openedAt),
        resolved_at: endedAt && epochSeconds(endedAt),
        title,
        url: screenOf(settings),
      },
    },
  }
}

export const testMessage = (settings: Settings, now: Date): Message => {
  const host = hostOf(settings)
  const title = messageTitle('test', 'This channel works', host)
  const sentence = 'The operator of Playhead has sent this test. Nothing is wrong.'
  const id = `test-${epochSeconds(now)}`
  return {
    kind: 'test',
    severity: 'warning',
    title,
    sentence,
    facts: [],
    url: screenOf(settings),
    dedupKey: `playhead-server-${host}-test`,
    source: host,
    component: 'test',
    class: 'server',
    startedAt: now,
    event: {
      type: 'server.alert.test',
      id,
      object: { type: 'server_alert', id },
      environment: null,
      data: { sentence, title, url: screenOf(settings) },
    },
  }
}
