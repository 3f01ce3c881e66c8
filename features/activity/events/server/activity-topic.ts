import { ok, pushOf, refused } from '@playhead/channel/protocol/frame.ts'
import { member } from '@playhead/contract-kit/endpoint.ts'
import type { JoinedTopic } from '@playhead/channel/server/connection.ts'
import { grants } from '@playhead/domain/scopes.ts'
import type { KnownCaller } from '@playhead/server-kit/channels/socket-caller.ts'
import { topic } from '@playhead/server-kit/channels/topic.ts'
import { z } from 'zod/mini'
import { callsChannel } from '@playhead/server-kit/request-log/stored-calls.ts'
import { activityTopic as contract } from '../contract.ts'
import { type CallWatcher, startCallSource, type StreamedCall } from './call-source.ts'
import type { EventRow } from './events.sql.ts'
import { EventStream, type EventWatcher } from './event-stream.ts'
import { presentEvent } from './present-activity.ts'
import { readMissed } from './read-missed.ts'

/** The name of the topic is part of the frame; nearly always it is the same for all members. */
const framesOf = () => {
  let latest: { key: string; frame: string } | undefined
  return (key: string, frame: () => string) => {
    if (latest?.key !== key) latest = { key, frame: frame() }
    return latest.frame
  }
}

type Frames = ReturnType<typeof framesOf>

/** Calls have a queue of their own, so that many of them cost a slow client no event. */
const pushCalls = (joined: JoinedTopic, frameOf: Frames): Pick<CallWatcher, 'onCall' | 'onGap'> => {
  const gap = (since: string) => pushOf(joined.topic, 'gap', { since, of: 'new_log' })
  const push = (frame: string, since: string) => joined.pushInOrder(frame, gap(since), 'calls')
  return {
    onCall: (call: StreamedCall) => {
      const frame = frameOf(`${joined.topic} ${call.id}`, () =>
        pushOf(joined.topic, 'new_log', call),
      )
      push(frame, call.created_at)
    },
    onGap: (since) => push(gap(since), since),
  }
}

/** As for the feed over HTTP. */
const mayReadEvents = (caller: KnownCaller) =>
  caller.kind === 'person' || grants(caller.token.permissions, 'video:read')

const watchedIn = (params: Readonly<Record<string, unknown>>) => {
  const read = z.safeParse(contract.params.shape.watch, params['watch'])
  return new Set((read.success ? read.data : undefined) ?? ['new_event', 'new_log'])
}

/** The events and calls of the environments that the caller may open. ACTV-005, RTCH-029, RTCH-034 */
export const activityTopic = topic(contract.pattern, {
  access: member,
  // Each sees what it may see over HTTP: events with `video:read`, calls by product.
  tokens: 'any',
  channels: ['playhead_events', callsChannel],
  start: (app) => {
    const stream = new EventStream(app)
    const calls = startCallSource(app)
    const eventFrames = framesOf()
    const callFrames = framesOf()
    return {
      wake: () => stream.pass(),
      noticed: (channel, payload) => {
        if (channel === callsChannel) calls.noticed(payload)
      },
      join: async ({ joined, environmentIds, caller, params }) => {
        const watched = watchedIn(params)
        const push = (row: EventRow, place: string) => {
          if (!watched.has('new_event')) return
          const { topic } = joined
          const frame = eventFrames(`${topic} ${row.id} ${place}`, () =>
            pushOf(topic, 'new_event', { ...presentEvent(row), place }),
          )
          joined.pushInOrder(
            frame,
            pushOf(topic, 'gap', { since: row.created_at.toISOString(), of: 'new_event' }),
          )
        }
        // Until the reply to the join is sent, events wait here.
        const waiting: [EventRow, string][] = []
        const watcher: EventWatcher = {
          environmentIds: mayReadEvents(caller) ? environmentIds : [],
          onEvent: (row, place) => waiting.push([row, place]),
        }
        const callWatcher: CallWatcher = {
          environmentIds,
          caller,
          ...pushCalls(joined, callFrames),
        }
        let unwatchCalls: (() => void) | undefined
        const watchCalls = () => {
          if (watched.has('new_log')) unwatchCalls ??= calls.watch(callWatcher)
          else {
            unwatchCalls?.()
            unwatchCalls = undefined
          }
        }
        const left = () => {
          stream.unwatch(watcher)
          unwatchCalls?.()
        }
        try {
          await stream.watch(watcher)
          const after = typeof params['after'] === 'string' ? params['after'] : undefined
          const { rows, place, gap } = await readMissed(app, watcher.environmentIds, after)
          const sent = new Set(rows.map(({ id }) => id))
          return {
            response: { place, gap, events: rows.map(presentEvent) },
            opened: () => {
              watcher.onEvent = push
              for (const [row, place] of waiting) if (!sent.has(row.id)) push(row, place)
              watchCalls()
            },
            receive: (event, payload) => {
              if (event !== 'watch') return refused('unmatched event')
              const read = z.safeParse(contract.pushes.watch.sends, payload)
              if (!read.success) return refused('invalid_parameters')
              watched.clear()
              for (const item of read.data.items) watched.add(item)
              watchCalls()
              return ok()
            },
            left,
          }
        } catch (error) {
          left()
          throw error
        }
      },
    }
  },
})
