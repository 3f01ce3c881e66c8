import { ApiError } from '@playhead/contract-kit/errors.ts'
import { listPriceBooks, type NewPrices, priceCheck } from '@playhead/features/account/usage/server'
import type { Database } from '@playhead/postgres/client.ts'
import { listOtherFees } from '../subscription/plans.sql.ts'
import type { NewPlan } from './plan-file.ts'

/** Fees and usage are on one bill, so fees are in the currency of the newest prices. */
export const refuseOtherCurrency = async (postgres: Database, plans: readonly NewPlan[]) => {
  const currency = (await listPriceBooks(postgres))[0]?.currency
  if (currency === undefined) return
  const others = plans.filter(
    (plan) => plan.currency !== currency && (plan.fees.month > 0 || plan.fees.year > 0),
  )
  if (others.length > 0)
    throw new ApiError('invalid_parameters', {
      messages: others.map(
        (plan) => `${plan.name}: its fees are in ${plan.currency}, and prices are in ${currency}.`,
      ),
    })
}

const refuseOtherPrices = async (postgres: Database, prices: NewPrices) => {
  const plans = await listOtherFees(postgres, prices)
  if (plans.length > 0)
    throw new ApiError('invalid_parameters', {
      messages: plans.map(
        ({ name, currency }) =>
          `${name}: its fees are in ${currency}, and these prices are in ${prices.currency}.`,
      ),
    })
}

export const pricesInOneCurrency = priceCheck({ order: 10, refuse: refuseOtherPrices })
