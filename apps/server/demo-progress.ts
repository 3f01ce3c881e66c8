import { setUsageNotices } from '@playhead/features/account/organizations/server'
import type { Organization } from '@playhead/server-kit/tenant.ts'
import type { AudienceState } from './demo-audience.sql.ts'

const dayMs = 86_400_000

const missingDays = ({ missing }: Pick<AudienceState, 'missing'>) =>
  missing.reduce((sum, { from, to }) => sum + to - from, 0) / dayMs

/** Says how far the history is, once for each day of it: comparisons with what is not there yet would be wrong. */
export const followHistory = (organization: Organization, days: number) => {
  let said: string | undefined
  return async (state: Pick<AudienceState, 'missing'>) => {
    const missing = missingDays(state)
    const message =
      missing === 0
        ? undefined
        : `The history of this demo is still being written: ${Math.floor(days - missing)} of ${days} days are there.`
    if (message === said) return
    await setUsageNotices(
      organization,
      'demo',
      message === undefined ? [] : [{ type: 'demo_history', id: 'demo_history', message }],
    )
    said = message
  }
}
