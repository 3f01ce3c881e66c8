import type { Asset } from '@playhead/features/video/assets/web'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { MasterCard } from './master-card.tsx'
import { RenditionsCard } from './renditions-card.tsx'

export const Part = ({ asset }: { asset: Asset }) => (
  <Stack gap={3}>
    <RenditionsCard asset={asset} />
    <MasterCard asset={asset} />
  </Stack>
)
