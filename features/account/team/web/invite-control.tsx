import { useReducer } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { UserPlusIcon } from '@playhead/ui/icons/subject-icons.ts'
import { Tooltip } from '@playhead/ui/overlays/tooltip.tsx'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useFlags } from '@playhead/web-kit/session/use-session.ts'
import { inviteTransition } from './invite-machine.ts'
import { useSendInvite } from './use-invite-calls.ts'

const InviteDialog = lazyDialog('InviteDialog', () => import('./invite-dialog.tsx'))

/** ACCT-034: -1 is unlimited. */
const isTeamFull = (maxUsers: number, userCount: number) => maxUsers !== -1 && userCount >= maxUsers

/** When inviting is not allowed, the button stays focusable so that its reason can be read. */
const InviteButton = ({
  maxUsers,
  isFull,
  onClick,
}: {
  maxUsers: number
  isFull: boolean
  onClick: () => void
}) =>
  isFull ? (
    <Tooltip
      placement="bottom end"
      content={`Your plan includes ${maxUsers} ${maxUsers === 1 ? 'user' : 'users'}.`}
    >
      <Button kind="primary" icon={<UserPlusIcon />} aria-disabled>
        Invite user
      </Button>
    </Tooltip>
  ) : (
    <Button kind="primary" icon={<UserPlusIcon />} onClick={onClick}>
      Invite user
    </Button>
  )

/** ACCT-020 … ACCT-025 */
export const InviteControl = ({ userCount = 0 }: { userCount: number | undefined }) => {
  const [state, dispatch] = useReducer(inviteTransition, 'idle')
  const { maxUsers } = useFlags()
  const send = useSendInvite()
  return (
    <>
      <InviteButton
        maxUsers={maxUsers}
        isFull={isTeamFull(maxUsers, userCount)}
        onClick={() => dispatch('start')}
      />
      <InviteDialog
        isOpen={state !== 'idle'}
        onClose={() => dispatch('cancel')}
        submit={async (invite) => {
          dispatch('send')
          try {
            await send(invite)
          } catch (error) {
            dispatch('failed')
            throw error
          }
        }}
        onDone={() => dispatch('sent')}
      />
    </>
  )
}
