import { useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { ArrowRightIcon } from '@playhead/ui/icons/icons.ts'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { call } from '@playhead/web-kit/calls/call.ts'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { signIn } from '../../contract.ts'
import { type LoginTicket, readLoginTicket } from './login-ticket.ts'
import { LoggedOutPage } from '../page/logged-out-page.tsx'
import { PageHeading } from '@playhead/web-kit/page/page-heading.tsx'
import { useProviderOutcome } from './use-provider-outcome.ts'

interface AddressButtonProps {
  ticket: LoginTicket
  email: string
  isFirst: boolean
  onFailure: (failure: string | undefined) => void
}

function AddressButton({ ticket, email, isFirst, onFailure }: AddressButtonProps) {
  const onOutcome = useProviderOutcome()
  const form = useForm({
    initial: {},
    submit: async () => {
      onFailure(undefined)
      const answer = await call(signIn.selectEmail, {
        body: { session: { ticket: ticket.ticket, email } },
        handleError: ({ messages }) => onFailure(messages.join(' ')),
      })
      return { ...answer.data, next: answer.data.next ?? ticket.next }
    },
    onDone: onOutcome,
  })
  return (
    <Button
      size="lg"
      isWide
      className="justify-between!"
      iconAfter={<ArrowRightIcon />}
      isLoading={form.isSubmitting}
      autoFocus={isFirst}
      onClick={() => void form.submit()}
    >
      <span className="truncate">{email}</span>
    </Button>
  )
}

function Choice({ ticket }: { ticket: LoginTicket }) {
  const [failure, setFailure] = useState<string>()
  return (
    <>
      <PageHeading title="Select an email address">
        Your account at the sign-in provider has several. Choose the one to sign in with.
      </PageHeading>
      {failure && <FormMessage tone="error">{failure}</FormMessage>}
      <ul className="flex flex-col gap-2" aria-label="Email addresses">
        {ticket.addresses.map((email, index) => (
          <li key={email}>
            <AddressButton
              ticket={ticket}
              email={email}
              isFirst={index === 0}
              onFailure={setFailure}
            />
          </li>
        ))}
      </ul>
      <p className="text-sm">
        <Link href="/login" kind="quiet">
          Back to sign in
        </Link>
      </p>
    </>
  )
}

/** AUTH-011 */
export const Screen = () => {
  const [ticket] = useState(readLoginTicket)
  return (
    <LoggedOutPage>
      {ticket ? (
        <Choice ticket={ticket} />
      ) : (
        <>
          <PageHeading title="Select an email address">
            There is nothing left to choose from. Start again at the sign-in page.
          </PageHeading>
          <LinkButton href="/login" kind="primary" size="lg" isWide>
            Back to sign in
          </LinkButton>
        </>
      )}
    </LoggedOutPage>
  )
}
