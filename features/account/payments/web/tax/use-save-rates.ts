import { invalidate, useCall } from '@playhead/web-kit/queries/query.ts'
import { tax } from '../../tax-contract.ts'
import { textOf } from './tax-rate-values.ts'
import type { TaxRate, TaxTable } from './use-tax-table.ts'

/** Every change is a new version of the whole table, made of the one that the person saw. */
export const useSaveRates = (seen: TaxTable) => {
  const create = useCall(tax.createTable, { invalidates: [tax.retrieveTable], quiet: true })
  return async (rates: readonly TaxRate[]) => {
    try {
      return await create.mutateAsync({
        body: { tax: { text: textOf(rates), afterVersion: seen?.version ?? null } },
      })
    } catch (error) {
      // Another person may have entered a version: it is shown behind the dialog, which says so.
      void invalidate(tax.retrieveTable)
      throw error
    }
  }
}
