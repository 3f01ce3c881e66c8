import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { team } from '../contract.ts'
import { requireTeamUser } from './require-team-user.ts'
import { presentTeamUser } from './present-team-user.ts'

export const retrieveUser: Handlers<typeof team>['retrieveUser'] = async ({
  organization,
  params,
}) => ({
  data: presentTeamUser(await requireTeamUser(organization, params.id)),
})
