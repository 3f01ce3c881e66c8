import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageLimits } from '@playhead/contract-kit/paging.ts'
import { invites } from '@playhead/features/account/invites/contract'
import { useExistingPage, usePageParameter } from '@playhead/web-kit/navigation/page-parameter.ts'
import { query } from '@playhead/web-kit/queries/query.ts'
import { team } from '../contract.ts'

export const teamPageSize = pageLimits.defaultLimit

/** The organization page has several lists, so each has a separate page parameter. */
export const useTeamUsers = () => {
  const paging = usePageParameter('users_page')
  const list = useQuery({
    ...query(
      team.listUsers,
      { query: { page: paging.page, limit: teamPageSize } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
  })
  useExistingPage(paging, teamPageSize, list)
  return { ...paging, list }
}

export const useInvites = () => {
  const paging = usePageParameter('invites_page')
  const list = useQuery({
    ...query(
      invites.listInvites,
      { query: { page: paging.page, limit: teamPageSize } },
      { quiet: true },
    ),
    placeholderData: keepPreviousData,
  })
  useExistingPage(paging, teamPageSize, list)
  return { ...paging, list }
}

export type TeamUser = NonNullable<ReturnType<typeof useTeamUsers>['list']['data']>['data'][number]
export type Invite = NonNullable<ReturnType<typeof useInvites>['list']['data']>['data'][number]

export const fullName = ({ firstName, lastName, email }: Omit<TeamUser, 'environments'>) =>
  `${firstName} ${lastName}`.trim() || email
