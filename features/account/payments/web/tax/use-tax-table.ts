import { useQuery } from '@tanstack/react-query'
import { query } from '@playhead/web-kit/queries/query.ts'
import { tax } from '../../tax-contract.ts'

export const useTaxTable = () => useQuery(query(tax.retrieveTable, {}, { quiet: true }))

type Answer = NonNullable<ReturnType<typeof useTaxTable>['data']>['data']
/** Null before the first version. */
export type TaxTable = Answer['table']
export type TaxRate = NonNullable<TaxTable>['rates'][number]
