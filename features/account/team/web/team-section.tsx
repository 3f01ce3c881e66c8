import { AdminGuard } from '@playhead/web-kit/guards.tsx'
import { useOrganization } from '@playhead/web-kit/use-session.ts'
import { Stack } from '@playhead/ui/layout.tsx'
import { InvitesCard } from './invites-card.tsx'
import { UsersCard } from './users-card.tsx'

/** ACCT-035: the team and its controls are for admins. */
export const TeamSection = () => {
  const organization = useOrganization()
  return (
    <AdminGuard>
      <Stack key={organization?.id} gap={4}>
        <UsersCard />
        <InvitesCard />
      </Stack>
    </AdminGuard>
  )
}
