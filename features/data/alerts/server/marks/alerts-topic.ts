import { pushOf } from '@playhead/channel/protocol/frame.ts'
import type { JoinedTopic } from '@playhead/channel/server/connection.ts'
import { scoped } from '@playhead/contract-kit/endpoint.ts'
import { topic } from '@playhead/server-kit/channels/topic.ts'
import { alertsTopic as contract } from '../../marks-contract.ts'
import { alertsChannel } from '../incident-changes.ts'
import { listIncidentStates } from './incident-state.sql.ts'

interface Watcher {
  joined: JoinedTopic
  environmentId: string
  /** The state that the client knows; undefined without incidents. */
  state: string | undefined
}

/** Tells open screens that incidents opened or ended. */
export const alertsTopic = topic(contract.pattern, {
  access: scoped('data:read'),
  channels: [alertsChannel],
  start: ({ postgres, clock }) => {
    const watchers = new Set<Watcher>()
    const read = async (ids: readonly string[]) => {
      const rows = await listIncidentStates(postgres, ids, clock.now())
      return new Map(rows.map((row) => [row.environment_id, row]))
    }

    /** Counts the looks, so that a join knows whether one happened during its own. */
    let looks = 0
    const wake = async () => {
      looks += 1
      const known = [...watchers]
      if (known.length === 0) return
      const now = await read([...new Set(known.map(({ environmentId }) => environmentId))])
      for (const watcher of known) {
        const found = now.get(watcher.environmentId)
        if (found?.state === watcher.state) continue
        watcher.state = found?.state
        const { topic } = watcher.joined
        const change = { open_count: found?.open_count ?? 0 }
        watcher.joined.pushState('incidents', pushOf(topic, 'incidents_changed', change))
      }
    }
    return {
      wake,
      join: async ({ joined, environment }) => {
        const before = looks
        const { id } = environment
        const watcher = { joined, environmentId: id, state: (await read([id])).get(id)?.state }
        return {
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
