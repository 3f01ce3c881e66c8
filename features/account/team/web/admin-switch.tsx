import { profile } from '@playhead/features/account/profile/contract'
import { organizations } from '@playhead/features/account/organizations/contract'
import { Switch } from '@playhead/ui/switch.tsx'
import { toasts } from '@playhead/ui/toast-store.ts'
import { useCall } from '@playhead/web-kit/query.ts'
import { team } from '../contract.ts'
import { fullName, type TeamUser } from './use-team.ts'

interface AdminSwitchProps {
  user: TeamUser
  /** Somebody who takes their own role away could not give it back. */
  isSelf: boolean
}

/** ACCT-032: shows the new state at once and goes back if the server refuses it. */
export const AdminSwitch = ({ user, isSelf }: AdminSwitchProps) => {
  const update = useCall(profile.update, {
    invalidates: [team.listUsers, organizations.listChanges],
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
