import type { PlanRow } from '../subscription/plans.sql.ts'

export const presentPlan = (row: PlanRow) => ({
  id: row.id,
  version: row.version,
  name: row.name,
  fees: row.fees,
  currency: row.currency,
  included: row.included,
  overage: row.overage,
  features: row.flags,
  is_self_service: row.is_self_service,
})

const order = [
  'Free',
  'Lite',
  'Pay as you go',
  'Starter',
  'Developer',
  'Pro',
  'Self-service Media',
  'Custom',
]

/** Versions of a plan together, the newest first. */
export const byPlan = (rows: readonly PlanRow[]) =>
  rows.toSorted(
    (one, other) =>
      order.indexOf(one.name) - order.indexOf(other.name) || other.version - one.version,
  )

/** Version 1 has no fee until the operator sets one, unless its usage is free as well. */
const hasNoFeeYet = ({ version, fees, overage }: PlanRow) =>
  version === 1 && fees.month === 0 && fees.year === 0 && overage === 'priced'

/**
 * The cheapest first; plans of one fee in a fixed order. A plan whose fee is not set would be the cheapest by mistake, and one
 * whose fee is agreed with its customer says nothing: both come last.
 */
export const inOrder = (rows: readonly PlanRow[]) =>
  rows.toSorted(
    (one, other) =>
      Number(other.is_self_service) - Number(one.is_self_service) ||
      Number(hasNoFeeYet(one)) - Number(hasNoFeeYet(other)) ||
      one.fees.month - other.fees.month ||
      order.indexOf(one.name) - order.indexOf(other.name),
  )
