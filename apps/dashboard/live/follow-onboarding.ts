import { onboardingTopic } from '@playhead/features/account/environments/contract'
import type { CamelOutput } from '@playhead/contract-kit/case-seam.ts'
import { followTopic, type FollowedTopic } from '@playhead/web-kit/realtime/follow-topic.ts'
import { sessionStore } from '@playhead/web-kit/session/session-store.ts'

type Progress = CamelOutput<(typeof onboardingTopic)['messages']['property_status_change']>

const notice = ({ propertyId, status }: Progress) =>
  sessionStore.dispatch({ type: 'environmentProgressed', environmentId: propertyId, status })

/** Keeps the status of the current environment up to date. RTCH-030 */
export const followOnboarding = () => {
  let organizationId: string | undefined
  let topic: FollowedTopic<typeof onboardingTopic> | undefined
  const follow = () => {
    const current = sessionStore.getState().session?.organization?.id
    if (current === organizationId) return
    organizationId = current
    topic?.stop()
    topic =
      current === undefined
        ? undefined
        : followTopic(
            onboardingTopic,
            { organizationId: current },
            {
              onJoin: ({ properties }) => properties.forEach(notice),
              onMessages: (messages) => messages.forEach(({ payload }) => notice(payload)),
            },
          )
  }
  const stop = sessionStore.subscribe(follow)
  follow()
  return () => {
    stop()
    topic?.stop()
  }
}
