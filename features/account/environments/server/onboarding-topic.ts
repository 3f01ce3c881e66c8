import { pushOf } from '@playhead/channel/protocol/frame.ts'
import type { JoinedTopic } from '@playhead/channel/server/connection.ts'
import { member } from '@playhead/contract-kit/endpoint.ts'
import { topic } from '@playhead/server-kit/channels/topic.ts'
import { onboardingTopic as contract } from '../contract.ts'
import { listEnvironmentStatuses } from './environments.sql.ts'

interface Watcher {
  joined: JoinedTopic
  /** The last status that the client knows, of each environment it may open. */
  statuses: Map<string, string>
}

/** How far environments are on the way to their first view. RTCH-030 */
export const onboardingTopic = topic(contract.pattern, {
  access: member,
  channels: ['playhead_environment_status'],
  start: ({ postgres }) => {
    const watchers = new Set<Watcher>()

    const push = ({ joined, statuses }: Watcher, now: ReadonlyMap<string, string>) => {
      for (const [id, before] of statuses) {
        const status = now.get(id)
        if (status === undefined || status === before) continue
        statuses.set(id, status)
        const change = { property_id: id, status }
        joined.pushState(id, pushOf(joined.topic, 'property_status_change', change))
      }
    }
    const read = async (ids: readonly string[]) => {
      const rows = await listEnvironmentStatuses(postgres, ids)
      return new Map(rows.map(({ id, status }) => [id, status]))
    }

    /** Counts the looks, so that a join knows whether one happened during its own. */
    let looks = 0
    const wake = async () => {
      looks += 1
      const known = [...watchers]
      if (known.length === 0) return
      const now = await read([...new Set(known.flatMap(({ statuses }) => [...statuses.keys()]))])
      for (const watcher of known) push(watcher, now)
    }
    return {
      wake,
      join: async ({ joined, environmentIds }) => {
        const before = looks
        const statuses = await read(environmentIds)
        const watcher: Watcher = { joined, statuses }
        return {
          response: {
            properties: [...statuses].map(([property_id, status]) => ({ property_id, status })),
          },
          opened: () => {
            watchers.add(watcher)
            return looks === before ? undefined : wake()
          },
          left: () => watchers.delete(watcher),
        }
      },
    }
  },
})
