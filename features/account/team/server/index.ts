import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { team } from '../contract.ts'
import { createInvite } from './create-invite.ts'
import { acceptInvite, listInvites, removeInvite, updateInvite } from './invites.ts'
import { listUsers, removeUser, updateEnvironments } from './team-users.ts'

export { acceptInviteFor, findInviteOfLink } from './accept-invite.ts'
export { removeInvitesTo } from './remove-invites-to.ts'
export { addInvite } from './create-invite.ts'

export const teamServer = feature('team', {
  endpoints: [
    implement(team, {
      listUsers,
      updateEnvironments,
      removeUser,
      listInvites,
      createInvite,
      updateInvite,
      removeInvite,
      acceptInvite,
    }),
  ],
})
