import { useQuery } from '@tanstack/react-query'
import { useSearchValue } from '@playhead/web-kit/navigation/navigation.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { prices } from '../../prices-contract.ts'

/** The version of the address, or the newest. */
export const usePrices = () => {
  const asked = useSearchValue('version')
  const version = asked !== undefined && /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : undefined
  return useQuery(
    query(prices.retrieve, { query: version === undefined ? {} : { version } }, { quiet: true }),
  )
}

export type PricesQuery = ReturnType<typeof usePrices>
type Prices = NonNullable<PricesQuery['data']>['data']
export type PriceVersion = Prices['versions'][number]
export type PriceBook = NonNullable<Prices['book']>
