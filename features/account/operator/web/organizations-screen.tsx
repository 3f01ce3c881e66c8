import { Stack } from '@playhead/ui/layout/layout.tsx'
import { OrganizationsCard } from './organizations-card.tsx'
import { ReadOnlyCard } from './read-only-card.tsx'

export const Screen = () => (
  <Stack gap={4}>
    <OrganizationsCard />
    <ReadOnlyCard />
  </Stack>
)
