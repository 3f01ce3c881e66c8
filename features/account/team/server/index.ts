import { feature } from '@playhead/server-kit/feature.ts'
import { implement } from '@playhead/server-kit/implement.ts'
import { team } from '../contract.ts'
import { createInvite } from './create-invite.ts'
import {
  acceptInvite,
  changeInvite,
  listInvites,
  removeInvite,
  removeInviteById,
  retrieveInvite,
  updateInvite,
} from './invites.ts'
import {
  deleteUser,
  listUsers,
  removeUser,
  retrieveUser,
  updateEnvironments,
} from './team-users.ts'

export { acceptInviteFor, findInviteOfLink } from './accept-invite.ts'
export { removeInvitesTo } from './remove-invites-to.ts'
export { addInvite } from './create-invite.ts'

export const teamServer = feature('team', {
  endpoints: [
    implement(team, {
      listUsers,
      retrieveUser,
      deleteUser,
      updateEnvironments,
      removeUser,
      listInvites,
      createInvite,
      updateInvite,
      removeInvite,
      retrieveInvite,
      replaceInvite: changeInvite,
      changeInvite,
      deleteInvite: removeInviteById,
      acceptInvite,
    }),
  ],
})
