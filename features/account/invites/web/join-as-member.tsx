import { Button } from '@playhead/ui/buttons/button.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import type { InviteLink } from './invite-link.ts'
import { joinFailureText, parseInviteId } from './join-state.ts'
import { useJoin } from './use-join.ts'

const failureOfLink = (inviteId: string | undefined) => {
  try {
    parseInviteId(inviteId)
    return undefined
  } catch {
    return joinFailureText(undefined)
  }
}

const isOther = (one: string | undefined, other: string) =>
  one !== undefined && one.toLowerCase() !== other.toLowerCase()

interface JoinAsMemberProps {
  link: InviteLink
  email: string
}

/** AUTH-034 */
export const JoinAsMember = ({ link, email }: JoinAsMemberProps) => {
  const { state, join } = useJoin(link.inviteId)
  const failure = state.status === 'failed' ? state.message : failureOfLink(link.inviteId)
  return (
    <>
      <p className="text-ink-2">
        You were invited to join <b className="font-semibold text-ink">{link.organizationName}</b>.
        You are signed in as {email}.
      </p>
      {isOther(link.email, email) && (
        <FormMessage tone="warning">
          The invite was sent to {link.email}. If that is another account of yours, log out first.
        </FormMessage>
      )}
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
      <Button
        kind="primary"
        size="lg"
        isWide
        autoFocus
        isLoading={state.status === 'loading' || state.status === 'joined'}
        onClick={() => void join()}
      >
        Join organization
      </Button>
    </>
  )
}
