import { pushOf } from '@playhead/channel/protocol/frame.ts'
import { member } from '@playhead/contract-kit/endpoint.ts'
import { topic } from '@playhead/server-kit/channels/topic.ts'
import { activityTopic as contract } from '../contract.ts'
import type { EventRow } from './events.sql.ts'
import { EventStream, type EventWatcher } from './event-stream.ts'
import { presentEvent } from './present-activity.ts'
import { readMissed } from './read-missed.ts'

/** The name of the topic is part of the frame; nearly always it is the same for all members. */
const framesOf = () => {
  let latest: { key: string; frame: string } | undefined
  return (name: string, row: EventRow, place: string) => {
    const key = `${name} ${row.id} ${place}`
    if (latest?.key !== key)
      latest = { key, frame: pushOf(name, 'new_event', { ...presentEvent(row), place }) }
    return latest.frame
  }
}

/** The events of the environments that the caller may open. RTCH-029, RTCH-034 */
export const activityTopic = topic(contract.pattern, {
  access: member,
  // As for the feed over HTTP.
  tokens: 'video:read',
  channel: 'playhead_events',
  start: (app) => {
    const stream = new EventStream(app)
    const frameOf = framesOf()
    return {
      wake: () => stream.pass(),
      join: async ({ joined, environmentIds, params }) => {
        const push = (row: EventRow, place: string) =>
          joined.pushInOrder(
            frameOf(joined.topic, row, place),
            pushOf(joined.topic, 'gap', { since: row.created_at.toISOString() }),
          )
        // Until the reply to the join is sent, events wait here.
        const waiting: [EventRow, string][] = []
        const watcher: EventWatcher = {
          environmentIds,
          onEvent: (row, place) => waiting.push([row, place]),
        }
        try {
          await stream.watch(watcher)
          const after = typeof params['after'] === 'string' ? params['after'] : undefined
          const { rows, place, gap } = await readMissed(app, environmentIds, after)
          const sent = new Set(rows.map(({ id }) => id))
          return {
            response: { place, gap, events: rows.map(presentEvent) },
            opened: () => {
              watcher.onEvent = push
              for (const [row, place] of waiting) if (!sent.has(row.id)) push(row, place)
            },
            left: () => stream.unwatch(watcher),
          }
        } catch (error) {
          stream.unwatch(watcher)
          throw error
        }
      },
    }
  },
})
