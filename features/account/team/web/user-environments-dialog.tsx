import { auditTrail } from '@playhead/features/account/audit-trail/contract'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { team } from '../contract.ts'
import { EnvironmentsDialog } from './environments-dialog.tsx'
import { fullName, type TeamUser } from './use-team.ts'

interface UserEnvironmentsDialogProps {
  user: TeamUser
  onClose: () => void
}

/** ACCT-033 */
export const UserEnvironmentsDialog = ({ user, onClose }: UserEnvironmentsDialogProps) => {
  const update = useCall(team.updateEnvironments, {
    invalidates: [team.listUsers, auditTrail.listChanges],
    quiet: true,
  })
  return (
    <EnvironmentsDialog
      title={`Environments of ${fullName(user)}`}
      initial={user.environments}
      submit={(environments) =>
        update.mutateAsync({ params: { id: user.id }, body: { user: { environments } } })
      }
      doneToast="Environments updated"
      onClose={onClose}
    />
  )
}
