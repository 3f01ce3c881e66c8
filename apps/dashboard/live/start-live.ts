import { organizations } from '@playhead/features/account/organizations/contract'
import { call } from '@playhead/web-kit/calls/call.ts'
import { startRealtime } from '@playhead/web-kit/realtime/socket.ts'
import { followConnection } from './follow-connection.ts'
import { followOnboarding } from './follow-onboarding.ts'
import { followSystem } from './follow-system.ts'
import { startOnboardingNotice } from './onboarding-notice.ts'

/** Everything that the page receives whatever its screen is. */
export const startLive = () => {
  followConnection()
  startRealtime()
  followSystem()
  startOnboardingNotice((status) => {
    const body = { onboarding: { status } }
    // A failure to store this should not interrupt anyone.
    void call(organizations.onboarding, { body, handleError: () => true }).catch(() => undefined)
  })
  followOnboarding()
}
