import { organizations } from '@playhead/features/account/organizations/contract'
import { toasts } from '@playhead/ui/toast-store.ts'
import { useCall } from '@playhead/web-kit/query.ts'
import { team } from '../contract.ts'
import { inviteToasts } from './invite-machine.ts'

export interface InviteInput {
  email: string
  admin: boolean
  environments: string[]
}

/** ACCT-023 */
export const useSendInvite = () => {
  const create = useCall(team.createInvite, {
    invalidates: [team.listInvites, organizations.listChanges],
    quiet: true,
  })
  return (invite: InviteInput) => create.mutateAsync({ body: { invite } })
}

/** ACCT-027 */
export const useUpdateInvite = ({ quiet = false } = {}) =>
  useCall(team.updateInvite, { invalidates: [team.listInvites, organizations.listChanges], quiet })

/** ACCT-028 */
export const useDeleteInvite = () =>
  useCall(team.removeInvite, {
    invalidates: [team.listInvites, organizations.listChanges],
    onSuccess: () => toasts.show({ type: 'success', title: inviteToasts.deleted! }),
  })
