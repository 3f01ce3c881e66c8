import { Button } from '@playhead/ui/buttons/button.tsx'
import { useDeleteInvite } from './use-invite-calls.ts'
import type { Invite } from './use-team.ts'

/** Needs no confirmation: the same person can be invited again. */
export const DeleteInviteButton = ({ invite }: { invite: Invite }) => {
  const remove = useDeleteInvite()
  return (
    <Button
      size="sm"
      kind="ghost"
      isLoading={remove.isPending}
      aria-label={`Delete the invite of ${invite.email}`}
      onClick={() => remove.mutate({ query: { email: invite.email } })}
    >
      Delete
    </Button>
  )
}
