import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { invites } from '../contract.ts'
import { changeInvite } from './change-invite.ts'

export const updateInvite: Handlers<typeof invites>['updateInvite'] = ({
  body: { invite },
  ...caller
}) => changeInvite(caller, { email: invite.email }, invite)
