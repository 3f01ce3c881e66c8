import type { Schedule } from '@playhead/server-kit/feature.ts'
import { deleteExpiredChallenges } from './passkeys/passkeys.sql.ts'
import { deleteExpiredPendingSignIns } from './sign-in/pending-sign-ins.sql.ts'

export const cleanUp: Schedule = {
  name: 'second factor clean-up',
  everySeconds: 3600,
  async run({ postgres, clock }) {
    await deleteExpiredChallenges(postgres, clock.now())
    await deleteExpiredPendingSignIns(postgres, clock.now())
  },
}
