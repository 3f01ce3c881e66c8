import type { App } from '@playhead/server-kit/app.ts'
import type { Database } from '@playhead/postgres/client.ts'
import { monthOf } from '../report/months.ts'
import { priceCheck } from './price-check.ts'
import type { PriceBookFile } from './price-book.ts'

/** Without a month, prices apply from this one. */
export const validFromOf = ({ clock }: Pick<App, 'clock'>, given: PriceBookFile) =>
  monthOf(given.valid_from, clock.now())

/** Refuses prices that do not go with what other capabilities keep, such as fees in another currency. */
export const refusePrices = async (app: App, postgres: Database, given: PriceBookFile) => {
  const prices = { currency: given.currency, validFrom: validFromOf(app, given) }
  for (const check of priceCheck.partsIn(app)) await check.refuse(postgres, prices)
}
