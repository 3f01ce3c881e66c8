import type { App } from '@playhead/server-kit/app.ts'
import { deleteAttemptsBefore } from '@playhead/server-kit/limits/attempts.sql.ts'
import { endExpiredSessions } from '@playhead/server-kit/identity/end-sessions.ts'
import type { Schedule } from '@playhead/server-kit/feature.ts'
import { deleteLinksBefore } from './accounts/mailed-links.sql.ts'
import { deleteExpiredFlows } from './providers/flows.sql.ts'

const dayMs = 86_400_000

/** Attempts are kept as long as the longest window in which they are counted. */
export const cleanUp: Schedule = {
  name: 'sign-in clean-up',
  everySeconds: 3600,
  async run(app: App) {
    const now = app.clock.now()
    await app.postgres.transaction((transaction) => endExpiredSessions(transaction, now))
    await deleteExpiredFlows(app.postgres, now)
    await deleteLinksBefore(app.postgres, now)
    await deleteAttemptsBefore(app.postgres, new Date(now.getTime() - dayMs))
  },
}
