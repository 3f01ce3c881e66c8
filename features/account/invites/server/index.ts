import { implement } from '@playhead/server-kit/implement.ts'
import { invites } from '../contract.ts'
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

export { acceptInviteFor, findInviteOfLink } from './accept-invite.ts'
export { removeInvitesTo } from './remove-invites-to.ts'
export { addInvite } from './create-invite.ts'

/** The API document lists them with those of the team. */
export const inviteEndpoints = implement(invites, {
  listInvites,
  createInvite,
  updateInvite,
  removeInvite,
  retrieveInvite,
  replaceInvite: changeInvite,
  changeInvite,
  deleteInvite: removeInviteById,
  acceptInvite,
})
