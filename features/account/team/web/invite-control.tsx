import { useReducer } from 'react'
import { Button } from '@playhead/ui/button.tsx'
import { UserPlusIcon } from '@playhead/ui/subject-icons.ts'
import { toasts } from '@playhead/ui/toast-store.ts'
import { Tooltip } from '@playhead/ui/tooltip.tsx'
import { lazyDialog } from '@playhead/web-kit/lazy-dialog.tsx'
import { useFlags } from '@playhead/web-kit/use-session.ts'
import { InviteForm } from './invite-form.tsx'
import { inviteToasts, inviteTransition } from './invite-machine.ts'
import { useSendInvite } from './use-invite-calls.ts'

const Modal = lazyDialog('Modal', () => import('@playhead/ui/modal.tsx'))

/** ACCT-034: -1 is unlimited. */
export const isTeamFull = (maxUsers: number, userCount: number) =>
  maxUsers !== -1 && userCount >= maxUsers

/** Refused, the button stays reachable by keyboard so that its reason can be read. */
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
      <Modal
        isOpen={state !== 'idle'}
        onClose={() => dispatch('cancel')}
        title="Invite user"
        maxWidth={480}
      >
        <InviteForm
          onCancel={() => dispatch('cancel')}
          submit={async (invite) => {
            dispatch('send')
            try {
              await send(invite)
            } catch (error) {
              dispatch('failed')
              throw error
            }
          }}
          onDone={() => {
            dispatch('sent')
            toasts.show({ type: 'success', title: inviteToasts.sent! })
          }}
        />
      </Modal>
    </>
  )
}
