import { feature } from '@playhead/server-kit/feature.ts'
import { cutChanges } from '@playhead/server-kit/audit/cut-changes.ts'

export { listChanges } from './list-changes.ts'

/** Its endpoints are among those of organizations. */
export const auditTrailServer = feature('audit-trail', {
  schedules: [{ name: 'audit: cut old changes', everySeconds: 86_400, run: cutChanges }],
})
