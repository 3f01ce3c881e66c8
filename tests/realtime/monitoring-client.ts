import type { Channel, Socket } from 'phoenix'
import { expect } from 'vitest'
import { monitoringPayloads, type MonitoringType } from '@playhead/features/data/monitoring/server'
import { type Reply, startTopic } from './realtime-server.ts'

export const sendTo = (channel: Channel, event: string, payload: object) =>
  new Promise<Reply>((resolve) => {
    const push = channel.push(event, payload, 60_000)
    for (const status of ['ok', 'error', 'timeout'] as const)
      push.receive(status, (response: Reply['response']) => resolve({ status, response }))
  })

interface Entry {
  date?: string
  timestamp?: string
}

export interface Received {
  timeframe: [number, number]
  step: number
  is_early: boolean
  data: (Entry & Record<string, unknown>)[]
  [field: string]: unknown
}

const keyOf = ({ date, timestamp }: Entry) => (date ?? timestamp)!

/** Entries replace those with the same time; what has left the window goes. RTCH-037 */
const merged = (before: Received, changes: Received): Received => {
  const entries = new Map(before.data.map((entry) => [keyOf(entry), entry]))
  for (const entry of changes.data) entries.set(keyOf(entry), entry)
  const span = changes.data.some(({ timestamp }) => timestamp !== undefined) ? 60 : 1
  const first = Math.floor(changes.timeframe[0] / span) * span * 1000
  return {
    ...changes,
    data: [...entries.values()]
      .filter((entry) => Date.parse(keyOf(entry)) >= first)
      .toSorted((one, other) => Date.parse(keyOf(one)) - Date.parse(keyOf(other))),
  }
}

const grows: readonly MonitoringType[] = ['time_series', 'histogram_time_series_startup_time']

type Topic = Awaited<ReturnType<typeof startTopic>>

/** Subscribes and keeps what it receives up to date, as a page does. */
export const subscribeTo = async (
  { channel, received }: Topic,
  asked: { type: MonitoringType; [field: string]: unknown },
) => {
  const { type } = asked
  const before = received.length
  const reply = await sendTo(channel, 'subscribe', asked)
  expect(reply, JSON.stringify(asked)).toMatchObject({ status: 'ok' })
  const checked = (payload: unknown) => {
    expect(monitoringPayloads[type].parse(payload)).toEqual(payload)
    return payload as Received
  }
  const pushes = () =>
    received.slice(before).filter(({ event }) => event === type || event === `new_realtime_${type}`)
  return {
    reply: reply.response as unknown as Received,
    pushes,
    latest: () =>
      pushes().reduce(
        (known, { event, payload }) =>
          event !== type && grows.includes(type)
            ? merged(known, checked(payload))
            : checked(payload),
        checked(reply.response),
      ),
  }
}

export const startMonitoring = (socket: Socket, { id }: { id: string }) =>
  startTopic(socket, `monitoring:${id}`)
