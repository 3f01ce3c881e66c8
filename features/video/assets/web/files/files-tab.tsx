import { Stack } from '@playhead/ui/layout.tsx'
import type { TabProps } from '../asset-detail.tsx'
import { MasterCard } from './master-card.tsx'
import { RenditionsCard } from './renditions-card.tsx'

export const FilesTab = ({ asset }: TabProps) => (
  <Stack gap={3}>
    <RenditionsCard asset={asset} />
    <MasterCard asset={asset} />
  </Stack>
)
