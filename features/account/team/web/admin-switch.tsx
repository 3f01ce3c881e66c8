import { profile } from '@playhead/features/account/profile/contract'
import { auditTrail } from '@playhead/features/account/audit-trail/contract'
import { Switch } from '@playhead/ui/choices/switch.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { team } from '../contract.ts'
import { fullName, type TeamUser } from './use-team.ts'

interface AdminSwitchProps {
  user: TeamUser
  /** A person who removes their own role could not restore it. */
  isSelf: boolean
}

/** ACCT-032: shows the new state at once and reverts it if the server refuses. */
export const AdminSwitch = ({ user, isSelf }: AdminSwitchProps) => {
  const update = useCall(profile.update, {
    invalidates: [team.listUsers, auditTrail.listChanges],
    onSuccess: () =>
      toasts.show({
        type: 'success',
        title: 'User admin status has been successfully updated',
      }),
  })
  const wanted = update.isPending ? update.variables.body.user.organizationAdmin : undefined
  return (
    <Switch
      isLabelHidden
      isOn={wanted ?? user.organizationAdmin}
      isDisabled={isSelf || update.isPending}
      onChange={(organizationAdmin) =>
        update.mutate({ params: { id: user.id }, body: { user: { organizationAdmin } } })
      }
    >
      {`${fullName(user)} is admin`}
    </Switch>
  )
}
