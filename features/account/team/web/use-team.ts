import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { pageLimits } from '@playhead/contract-kit/paging.ts'
import { useLocation, useSearchValue } from '@playhead/web-kit/navigation.ts'
import { query } from '@playhead/web-kit/query.ts'
import { team } from '../contract.ts'

export const teamPageSize = pageLimits.defaultLimit

const pageOf = (text: string | undefined) => {
  const page = Number(text ?? 1)
  return Number.isInteger(page) && page >= 1 ? page : 1
}

/** The organization page holds several lists, so each has a page parameter of its own. */
const usePageParameter = (name: string) => {
  const { href } = useLocation()
  const page = pageOf(useSearchValue(name))
  const hrefFor = (number: number) => {
    const url = new URL(href, location.origin)
    url.searchParams.set(name, String(number))
    return url.pathname + url.search
  }
  return { page, hrefFor }
}

export const useTeamUsers = () => {
  const { page, hrefFor } = usePageParameter('users_page')
  const list = useQuery({
    ...query(team.listUsers, { query: { page, limit: teamPageSize } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return { list, page, hrefFor }
}

export const useInvites = () => {
  const { page, hrefFor } = usePageParameter('invites_page')
  const list = useQuery({
    ...query(team.listInvites, { query: { page, limit: teamPageSize } }, { quiet: true }),
    placeholderData: keepPreviousData,
  })
  return { list, page, hrefFor }
}

export type TeamUser = NonNullable<ReturnType<typeof useTeamUsers>['list']['data']>['data'][number]
export type Invite = NonNullable<ReturnType<typeof useInvites>['list']['data']>['data'][number]

export const fullName = ({ firstName, lastName, email }: Omit<TeamUser, 'environments'>) =>
  `${firstName} ${lastName}`.trim() || email
