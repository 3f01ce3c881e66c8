import { type ReactNode, useState } from 'react'
import { AdminGuard } from '@playhead/web-kit/session/guards.tsx'
import { useOrganization } from '@playhead/web-kit/session/use-session.ts'
import { Stack } from '@playhead/ui/layout/layout.tsx'
import { InvitesCard } from './invites-card.tsx'
import { UsersCard } from './users-card.tsx'
import { useInvites, useTeamUsers } from './use-team.ts'

interface TeamSectionProps {
  /** Shown until both lists have loaded, because their height is not known before. */
  skeleton?: ReactNode
  /** True while the content below is still loading. */
  isWaiting?: boolean
  children?: ReactNode
}

const Team = ({ skeleton, isWaiting = false, children }: TeamSectionProps) => {
  const users = useTeamUsers()
  const invites = useInvites()
  const [isShown, setIsShown] = useState(false)
  // Stays visible once shown: otherwise the retry of one list would take the focus out of the others.
  if (!isShown && !isWaiting && !users.list.isPending && !invites.list.isPending) setIsShown(true)
  if (!isShown) return skeleton
  return (
    <Stack gap={4}>
      <UsersCard {...users} />
      <InvitesCard {...invites} />
      {children}
    </Stack>
  )
}

/** ACCT-035: the team and its controls are for admins. */
export const TeamSection = (props: TeamSectionProps) => {
  const organization = useOrganization()
  return (
    <AdminGuard>
      <Team key={organization?.id} {...props} />
    </AdminGuard>
  )
}
