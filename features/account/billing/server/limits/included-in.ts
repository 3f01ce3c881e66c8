import { firstVersionOf, type Included, isPlanName } from '@playhead/domain/plans.ts'
import type { LimitedRow } from './limits.sql.ts'

/** What the plan of an organization includes; without a subscription that of the first version. */
export const includedIn = ({ plan, included }: Pick<LimitedRow, 'plan' | 'included'>): Included =>
  included ?? (isPlanName(plan) ? firstVersionOf(plan).included : {})
