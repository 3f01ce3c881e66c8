import type { Environment } from '@playhead/server-kit/tenant.ts'
import { verifyEnvironment } from '../verify/verify-environment.ts'
import { countEnvironment } from './count-environment.ts'

/** As far back as views are compared with what was counted. */
const pastDays = 30

/** Counts hours that were over before what was used in them was written, as in the history of a demo. */
export const countPast = async (environment: Environment, now: Date) => {
  await countEnvironment(environment, now)
  await verifyEnvironment(environment, { now, days: pastDays, corrects: true })
}
