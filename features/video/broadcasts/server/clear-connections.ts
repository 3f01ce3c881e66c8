import type { Schedule } from '@playhead/server-kit/feature.ts'
import { deleteOldConnections } from './rows/connections.sql.ts'

export const clearConnections: Schedule = {
  name: 'live connections: forget after a month',
  everySeconds: 3600,
  run: async ({ postgres }) => {
    await deleteOldConnections(postgres)
  },
}
