import { Stack } from '@playhead/ui/layout/layout.tsx'
import { PriceBookCard } from './price-book-card.tsx'
import { usePrices } from './use-prices.ts'
import { VersionsCard } from './versions-card.tsx'

/** What the operator charges for usage. */
export const Screen = () => {
  const query = usePrices()
  return (
    <Stack gap={4}>
      <PriceBookCard query={query} />
      <VersionsCard query={query} />
    </Stack>
  )
}
