import type { ChannelServer } from '@playhead/channel/server/channel-server.ts'
import type { StartedTopic } from './resolve-topic-access.ts'

/** A number for operators. A counter only grows until the process ends. */
export interface Figure {
  name: string
  kind: 'gauge' | 'counter'
  meaning: string
  /** One value, or one for each label. */
  values: { label?: readonly [name: string, value: string]; value: number }[]
}

const countBy = (names: readonly string[]) => {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

const by = (label: string, counts: ReadonlyMap<string, number>) =>
  [...counts].map(([name, value]) => ({ label: [label, name] as const, value }))

/** `activity:{organization_id}` is `activity`. */
const nameOf = (pattern: string) => pattern.split(':')[0]!

/** What the sockets of this process do. */
export const channelFigures = <Caller>(
  { sessions, figures }: Pick<ChannelServer<Caller>, 'sessions' | 'figures'>,
  topics: readonly StartedTopic[],
): Figure[] => {
  const open = [...sessions]
  const transports = countBy(['websocket', 'longpoll', ...open.map(({ transport }) => transport)])
  for (const [name, count] of transports) transports.set(name, count - 1)
  const known = new Set(topics.map(({ topic }) => nameOf(topic.pattern)))
  const joined = open.flatMap((session) => session.topics.map(nameOf))
  const own = topics.flatMap(({ topic, running }) =>
    Object.entries(running.figures?.() ?? {}).map(([name, value]): Figure => ({
      name: `playhead_${nameOf(topic.pattern)}_${name}`,
      kind: 'gauge',
      meaning: `Of the topic ${topic.pattern}: ${name.replaceAll('_', ' ')}.`,
      values: [{ value }],
    })),
  )
  return [
    {
      name: 'playhead_sockets',
      kind: 'gauge',
      meaning: 'Open realtime connections of this process.',
      values: by('transport', transports),
    },
    {
      name: 'playhead_joined_topics',
      kind: 'gauge',
      meaning: 'Topics that these connections have joined.',
      values: by('topic', countBy(joined.filter((name) => known.has(name)))),
    },
    {
      name: 'playhead_skipped_pushes_total',
      kind: 'counter',
      meaning: 'States that slow clients skipped for a newer one.',
      values: [{ value: figures.skipped }],
    },
    {
      name: 'playhead_dropped_messages_total',
      kind: 'counter',
      meaning: 'Messages that slow clients missed; they were sent a gap instead.',
      values: [{ value: figures.dropped }],
    },
    {
      name: 'playhead_closed_sockets_total',
      kind: 'counter',
      meaning: 'Connections that ended, by the code of the WebSocket or the reason of the server.',
      values: by('reason', figures.closes),
    },
    ...own,
  ]
}
