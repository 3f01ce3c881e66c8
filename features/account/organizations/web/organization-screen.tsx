import { Suspense } from 'react'
import { ChangesCard, useChanges } from '@playhead/features/account/audit-trail/web'
import { RequirementCard, useRequirement } from '@playhead/features/account/second-factor/web'
import { loadTeamSection } from '@playhead/features/account/team/web'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { AdminGuard } from '@playhead/web-kit/session/guards.tsx'
import { lazyChunk } from '@playhead/web-kit/chunks/lazy-chunk.tsx'
import type { Organization } from '@playhead/web-kit/session/session.ts'
import { useOrganization } from '@playhead/web-kit/session/use-session.ts'
import { CancelOrganizationCard } from './cancel-organization-card.tsx'
import { CreateOrganizationPanel } from './create-organization-panel.tsx'
import { OrganizationNameForm } from './organization-name-form.tsx'
import { SsoCard } from './sso-card.tsx'
import { TeamSkeleton } from './team-skeleton.tsx'
import { useSso } from './use-sso.ts'

const TeamSection = lazyChunk('TeamSection', loadTeamSection)

/** The cards below the name appear only when all of them have loaded, so that none moves under a reader. */
const AdminCards = ({ organization }: { organization: Organization }) => {
  const sso = useSso()
  const requirement = useRequirement()
  const changes = useChanges()
  const skeleton = <TeamSkeleton />
  return (
    <>
      <OrganizationNameForm organization={organization} />
      <Suspense fallback={skeleton}>
        <TeamSection
          skeleton={skeleton}
          isWaiting={sso.isPending || requirement.isPending || changes.list.isPending}
        >
          <SsoCard sso={sso} />
          <RequirementCard requirement={requirement} />
          <ChangesCard {...changes} />
          <CreateOrganizationPanel />
          <CancelOrganizationCard organization={organization} />
        </TeamSection>
      </Suspense>
    </>
  )
}

/** ACCT-018, SHELL-045: only admins see what changes the organization. */
export const Screen = () => {
  const organization = useOrganization()
  if (!organization) return <TeamSkeleton />
  return (
    <Stack key={organization.id} gap={4}>
      <AdminGuard fallback={<CreateOrganizationPanel />}>
        <AdminCards organization={organization} />
      </AdminGuard>
    </Stack>
  )
}
