import { useReducer } from 'react'
import { auditTrail } from '@playhead/features/account/audit-trail/contract'
import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { useOrganization } from '@playhead/web-kit/session/use-session.ts'
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
    invalidates: [team.listUsers, auditTrail.listChanges],
    quiet: true,
  })
  if (!organization) return null
  const confirm = async () => {
    dispatch('confirm')
    try {
      await remove.mutateAsync({ params: { id: organization.id }, body: { userId: user.id } })
    } catch (error) {
      dispatch('failed')
      throw error
    }
    dispatch('succeeded')
  }
  const cancel = () => {
    if (removalTransition(state, 'cancel') === 'idle') onClose()
  }
  return (
    <ConfirmDialog
      isDanger
      onClose={cancel}
      onConfirm={confirm}
      title={`Remove ${fullName(user)}?`}
      confirmLabel="Remove user"
      doneToast="User removed"
    >
      {user.email} loses access to {organization.name} at once. Access tokens they created keep
      working.
    </ConfirmDialog>
  )
}
