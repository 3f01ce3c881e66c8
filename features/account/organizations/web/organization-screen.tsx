import { lazy, Suspense } from 'react'
import { loadTeamSection } from '@playhead/features/account/team/web'
import { Stack } from '@playhead/ui/layout.tsx'
import { AdminGuard } from '@playhead/web-kit/guards.tsx'
import { useOrganization } from '@playhead/web-kit/use-session.ts'
import { CancelOrganizationCard } from './cancel-organization-card.tsx'
import { ChangesCard } from './changes-card.tsx'
import { CreateOrganizationPanel } from './create-organization-panel.tsx'
import { OrganizationNameForm } from './organization-name-form.tsx'
import { SsoCard } from './sso-card.tsx'
import { TeamSkeleton } from './team-skeleton.tsx'

const TeamSection = lazy(async () => ({ default: (await loadTeamSection()).TeamSection }))

/** ACCT-018, SHELL-045: what changes the organization shows to admins only. */
export const Screen = () => {
  const organization = useOrganization()
  if (!organization) return <TeamSkeleton />
  return (
    <Stack key={organization.id} gap={4}>
      <AdminGuard>
        <OrganizationNameForm organization={organization} />
        <Suspense fallback={<TeamSkeleton />}>
          <TeamSection />
        </Suspense>
        <SsoCard />
        <ChangesCard />
      </AdminGuard>
      <CreateOrganizationPanel />
      <AdminGuard>
        <CancelOrganizationCard organization={organization} />
      </AdminGuard>
    </Stack>
  )
}
