import { Stack } from '@playhead/ui/layout/layout.tsx'
import { SharedCostsCard } from '../shared-costs/shared-costs-card.tsx'
import { PriceBookCard } from './price-book-card.tsx'
import { usePrices } from './use-prices.ts'
import { VersionsCard } from './versions-card.tsx'

/** What the operator charges for usage, and what the server costs whatever is used. */
export const Screen = () => {
  const query = usePrices()
  return (
    <Stack gap={4}>
      <PriceBookCard query={query} />
      <SharedCostsCard />
      <VersionsCard query={query} />
    </Stack>
  )
}
