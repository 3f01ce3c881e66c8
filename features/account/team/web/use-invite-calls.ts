import { auditTrail } from '@playhead/features/account/audit-trail/contract'
import { invites } from '@playhead/features/account/invites/contract'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { inviteToasts } from './invite-machine.ts'

export interface InviteInput {
  email: string
  admin: boolean
  environments: string[]
}

/** ACCT-023 */
export const useSendInvite = () => {
  const create = useCall(invites.createInvite, {
    invalidates: [invites.listInvites, auditTrail.listChanges],
    quiet: true,
  })
  return (invite: InviteInput) => create.mutateAsync({ body: { invite } })
}

/** ACCT-027 */
export const useUpdateInvite = ({ quiet = false } = {}) =>
  useCall(invites.updateInvite, {
    invalidates: [invites.listInvites, auditTrail.listChanges],
    quiet,
  })

/** ACCT-028 */
export const useDeleteInvite = () =>
  useCall(invites.removeInvite, {
    invalidates: [invites.listInvites, auditTrail.listChanges],
    onSuccess: () => toasts.show({ type: 'success', title: inviteToasts.deleted! }),
  })
