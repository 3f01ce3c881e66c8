import { pushOf } from '@playhead/channel/protocol/frame.ts'
import type { JoinedTopic } from '@playhead/channel/server/connection.ts'
import { signedIn } from '@playhead/contract-kit/endpoint.ts'
import { topic } from '@playhead/server-kit/channels/topic.ts'
import { isReadOnly } from '@playhead/server-kit/state/server-state.sql.ts'
import { systemTopic as contract } from '../contract.ts'

const name = contract.pattern

interface Watcher {
  joined: JoinedTopic
  /** What the client knows. */
  readOnly: boolean
}

/** What concerns every open dashboard: another build, and the read-only mode. RTCH-031 */
export const systemTopic = topic(name, {
  access: signedIn,
  channels: ['playhead_server_state'],
  start: ({ postgres, build }) => {
    const watchers = new Set<Watcher>()
    /** Counts the looks, so that a join knows whether one happened during its own. */
    let looks = 0

    const wake = async () => {
      looks += 1
      if (watchers.size === 0) return
      const read_only = await isReadOnly(postgres)
      // RTCH-033
      const frame = pushOf(name, 'read_only', { read_only })
      for (const watcher of watchers) {
        if (watcher.readOnly === read_only) continue
        watcher.readOnly = read_only
        watcher.joined.pushState('read_only', frame)
      }
    }
    return {
      wake,
      join: async ({ joined, params }) => {
        const before = looks
        const read_only = await isReadOnly(postgres)
        const watcher: Watcher = { joined, readOnly: read_only }
        return {
          response: { build, read_only },
          opened: () => {
            watchers.add(watcher)
            // RTCH-032
            if (typeof params['build'] === 'string' && params['build'] !== build)
              joined.pushState('build', pushOf(name, 'build_refresh', { build }))
            return looks === before ? undefined : wake()
          },
          left: () => watchers.delete(watcher),
        }
      },
    }
  },
})
