import { Switch } from '@playhead/ui/choices/switch.tsx'
import { useUpdateInvite } from './use-invite-calls.ts'
import type { Invite } from './use-team.ts'

export const InviteAdminSwitch = ({ invite }: { invite: Invite }) => {
  const update = useUpdateInvite()
  const wanted = update.isPending ? update.variables.body.invite.admin : undefined
  const { email, environments } = invite
  return (
    <Switch
      isLabelHidden
      isOn={wanted ?? invite.admin}
      isDisabled={update.isPending}
      onChange={(admin) => update.mutate({ body: { invite: { email, admin, environments } } })}
    >
      {`${email} is invited as admin`}
    </Switch>
  )
}
