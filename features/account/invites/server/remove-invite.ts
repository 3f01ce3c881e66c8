import type { Handlers } from '@playhead/server-kit/implement.ts'
import type { invites } from '../contract.ts'
import { withdrawInvite } from './withdraw-invite.ts'

export const removeInvite: Handlers<typeof invites>['removeInvite'] = ({ query, ...caller }) =>
  withdrawInvite(caller, query)
