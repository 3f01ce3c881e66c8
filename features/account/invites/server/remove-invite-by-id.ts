import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { invites } from '../contract.ts'
import { withdrawInvite } from './withdraw-invite.ts'

export const removeInviteById: Handlers<typeof invites>['deleteInvite'] = ({ params, ...caller }) =>
  withdrawInvite(caller, params)
