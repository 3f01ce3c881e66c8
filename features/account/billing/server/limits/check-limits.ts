import type { App } from '@playhead/server-kit/app.ts'
import { countFarOverPlan } from './limits.sql.ts'

/** For the operator's checks: nothing is stopped, so that only the operator can act. */
export const checkLimits = async ({ postgres, clock }: Pick<App, 'postgres' | 'clock'>) => {
  const count = await countFarOverPlan(postgres, clock.now())
  return count === 0
    ? { level: 'well' as const, sentence: 'All organizations are within their plans.' }
    : {
        level: 'warning' as const,
        sentence: `${count === 1 ? '1 organization has' : `${count} organizations have`} used more than 120 % of what the plan includes for 7 days, and the plan charges no usage.`,
      }
}
