import { useReducer } from 'react'
import { organizations } from '@playhead/features/account/organizations/contract'
import { ConfirmDialog } from '@playhead/ui/confirm-dialog.tsx'
import { toasts } from '@playhead/ui/toast-store.ts'
import { useCall } from '@playhead/web-kit/query.ts'
import { useOrganization } from '@playhead/web-kit/use-session.ts'
import { team } from '../contract.ts'
import { removalTransition } from './removal-machine.ts'
import { fullName, type TeamUser } from './use-team.ts'

interface RemoveUserDialogProps {
  user: TeamUser
  onClose: () => void
}

/** ACCT-029, ACCT-030, ACCT-031 */
export const RemoveUserDialog = ({ user, onClose }: RemoveUserDialogProps) => {
  const organization = useOrganization()
  const [state, dispatch] = useReducer(removalTransition, 'asking')
  const remove = useCall(team.removeUser, {
    invalidates: [team.listUsers, organizations.listChanges],
    quiet: true,
  })
  const confirm = async () => {
    if (!organization) return
    dispatch('confirm')
    try {
      await remove.mutateAsync({ params: { id: organization.id }, body: { userId: user.id } })
    } catch {
      dispatch('failed')
      return
    }
    dispatch('succeeded')
    toasts.show({ type: 'success', title: 'User removed' })
    onClose()
  }
  const cancel = () => {
    if (removalTransition(state, 'cancel') === 'idle') onClose()
  }
  return (
    <ConfirmDialog
      isOpen
      isDanger
      onClose={cancel}
      onConfirm={confirm}
      title={`Remove ${fullName(user)}?`}
      confirmLabel="Remove user"
      error={state === 'failed' ? remove.error?.message : undefined}
    >
      {user.email} loses access to {organization?.name ?? 'the organization'} at once. Access tokens
      they created keep working.
    </ConfirmDialog>
  )
}
