import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { invites } from '../contract.ts'
import { changeInvite } from './change-invite.ts'

/** The contract has already filled in the defaults of fields that PUT leaves out. */
export const updateInviteById: Handlers<typeof invites>['changeInvite'] = ({
  params,
  body,
  ...caller
}) => changeInvite(caller, { id: params.id }, body.invite)
