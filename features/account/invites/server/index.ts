import { implement } from '@playhead/server-kit/implement.ts'
import { invites } from '../contract.ts'
import { acceptInvite } from './accept-invite.ts'
import { createInvite } from './create-invite.ts'
import { listInvites } from './list-invites.ts'
import { removeInviteById } from './remove-invite-by-id.ts'
import { removeInvite } from './remove-invite.ts'
import { retrieveInvite } from './retrieve-invite.ts'
import { updateInviteById } from './update-invite-by-id.ts'
import { updateInvite } from './update-invite.ts'

export { acceptInviteFor } from './accept-invite-for.ts'
export { addInvite } from './add-invite.ts'
export { forgetEnvironmentInInvites } from './invites.sql.ts'
export { findInviteOfLink } from './find-invite-of-link.ts'
export { removeInvitesTo } from './remove-invites-to.ts'

/** The API document lists them with those of the team. */
export const inviteEndpoints = implement(invites, {
  listInvites,
  createInvite,
  updateInvite,
  removeInvite,
  retrieveInvite,
  replaceInvite: updateInviteById,
  changeInvite: updateInviteById,
  deleteInvite: removeInviteById,
  acceptInvite,
})
