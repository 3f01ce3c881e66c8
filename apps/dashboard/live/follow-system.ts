import { systemTopic } from '@playhead/features/account/operator/contract'
import { followTopic } from '@playhead/web-kit/realtime/follow-topic.ts'
import { reloadSession } from '@playhead/web-kit/session/session-loader.ts'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'

/** Without the topic, read-only mode is looked up this often, because people wait for its end. */
const readOnlyRefreshMs = 30_000

const noticeReadOnly = (readOnly: boolean) =>
  sessionStore.dispatch({ type: 'readOnlyNoticed', readOnly })

/** Shows the banner of a new build and that of read-only mode when they are due. RTCH-031 … RTCH-033 */
export const followSystem = () => {
  const system = followTopic(
    systemTopic,
    {},
    {
      params: () => ({ build: sessionStore.getState().session?.build ?? '' }),
      onJoin: ({ readOnly }) => noticeReadOnly(readOnly),
      onMessages: (messages) => {
        for (const { event, payload } of messages) {
          if (event === 'build_refresh') sessionStore.dispatch({ type: 'updateNoticed' })
          if (event === 'read_only') noticeReadOnly(payload.readOnly)
        }
      },
    },
  )
  const refresh = () => {
    const isReadOnly = sessionStore.getState().session?.readOnly === true
    const isAway = system.state() !== 'joined'
    if (isReadOnly && isAway && document.visibilityState === 'visible') void reloadSession()
  }
  const refreshing = setInterval(refresh, readOnlyRefreshMs)
  return () => {
    clearInterval(refreshing)
    system.stop()
  }
}
