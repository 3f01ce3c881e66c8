import { EnvironmentsDialog } from './environments-dialog.tsx'
import { useUpdateInvite } from './use-invite-calls.ts'
import type { Invite } from './use-team.ts'

interface InviteEnvironmentsDialogProps {
  invite: Invite
  onClose: () => void
}

export const InviteEnvironmentsDialog = ({ invite, onClose }: InviteEnvironmentsDialogProps) => {
  const update = useUpdateInvite({ quiet: true })
  const { email, admin } = invite
  return (
    <EnvironmentsDialog
      title={`Environments for ${email}`}
      initial={invite.environments}
      submit={(environments) =>
        update.mutateAsync({ body: { invite: { email, admin, environments } } })
      }
      onClose={onClose}
    />
  )
}
