import type { Schedule } from '@playhead/server-kit/feature.ts'
import { deleteOldRefusals } from './rows/refusals.sql.ts'

export const clearRefusals: Schedule = {
  name: 'live refusals: forget after a week',
  everySeconds: 3600,
  run: async ({ postgres }) => {
    await deleteOldRefusals(postgres)
  },
}
