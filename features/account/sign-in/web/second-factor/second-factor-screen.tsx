import { useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import type { CodeMethod } from '@playhead/features/account/second-factor/contract'
import { call } from '@playhead/web-kit/calls/call.ts'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import type { Session } from '@playhead/web-kit/session/session.ts'
import { signIn } from '../../contract.ts'
import { codeFields } from './code-fields.ts'
import { LoggedOutPage } from '../page/logged-out-page.tsx'
import { PageHeading } from '@playhead/web-kit/page/page-heading.tsx'
import { PasskeyButton } from '../login/passkey-button.tsx'
import {
  forgetSecondFactorTicket,
  readSecondFactorTicket,
  type SecondFactorTicket,
} from './second-factor-ticket.ts'
import { errorsHandledOnPage } from '../errors-handled-on-page.ts'
import { useSignedIn } from '../use-signed-in.ts'

interface CodeFormProps {
  ticket: string
  method: CodeMethod
  isPrimary: boolean
  onSignedIn: (session: Session) => void
}

function CodeForm({ ticket, method, isPrimary, onSignedIn }: CodeFormProps) {
  const form = useForm({
    initial: { code: '' },
    validate: ({ code }) => ({ code: code.trim() === '' ? 'Code is required' : undefined }),
    submit: ({ code }) =>
      call(signIn.secondFactor, {
        body: { session: { ticket, method, code } },
        ...errorsHandledOnPage,
      }),
    onDone: ({ data }) => onSignedIn(data),
  })
  return (
    <form {...form.formProps} className="flex flex-col gap-4" aria-label="Second factor">
      {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
      <TextField {...form.field('code')} {...codeFields[method]} size="lg" isMono autoFocus />
      <Button
        type="submit"
        kind={isPrimary ? 'primary' : 'secondary'}
        size="lg"
        isWide
        isLoading={form.isSubmitting}
      >
        Continue
      </Button>
    </form>
  )
}

/** The method to start with; the recovery code is behind a link unless it is the only method. */
const firstMethod = ({ methods }: SecondFactorTicket): CodeMethod | undefined => {
  if (methods.includes('authenticator_app')) return 'authenticator_app'
  return methods.includes('passkey') ? undefined : 'recovery_code'
}

const leadOf = ({ methods, passkeyHostsElsewhere }: SecondFactorTicket) => {
  if (methods.includes('passkey')) return 'Confirm with your second factor to finish signing in.'
  const hosts = passkeyHostsElsewhere.join(', ')
  return methods.includes('authenticator_app') || !hosts
    ? 'Type the code your authenticator app shows to finish signing in.'
    : `Your passkeys only work at ${hosts}. Open Playhead there, or use a recovery code.`
}

function Ways({ ticket }: { ticket: SecondFactorTicket }) {
  const first = firstMethod(ticket)
  const [method, setMethod] = useState(first)
  const signedIn = useSignedIn()
  const enter = (session: Session) => {
    forgetSecondFactorTicket()
    signedIn(session, ticket.next)
  }
  const hasPasskey = ticket.methods.includes('passkey')
  return (
    <>
      <PageHeading title="One more step" takesFocus={method === undefined}>
        {leadOf(ticket)}
      </PageHeading>
      {hasPasskey && method !== 'recovery_code' && (
        <PasskeyButton label="Use a passkey" ticket={ticket.ticket} isPrimary onSignedIn={enter} />
      )}
      {method && (
        <CodeForm
          key={method}
          ticket={ticket.ticket}
          method={method}
          isPrimary={!hasPasskey || method === 'recovery_code'}
          onSignedIn={enter}
        />
      )}
      <div className="-ml-2.5 flex flex-wrap items-center justify-between gap-2 text-sm">
        {method !== 'recovery_code' && (
          <Button kind="ghost" size="sm" onClick={() => setMethod('recovery_code')}>
            Use a recovery code
          </Button>
        )}
        {method === 'recovery_code' && first !== 'recovery_code' && (
          <Button kind="ghost" size="sm" onClick={() => setMethod(first)}>
            Back to your second factor
          </Button>
        )}
        <Link href="/login" kind="quiet">
          Back to sign in
        </Link>
      </div>
      {method === 'recovery_code' && (
        <p className="text-sm text-ink-3">
          No code left? The operator of this server can remove your second factors.
        </p>
      )}
    </>
  )
}

/** The step between the right password and the session. docs/adr/0048 */
export const Screen = () => {
  const [ticket] = useState(readSecondFactorTicket)
  return (
    <LoggedOutPage>
      {ticket ? (
        <Ways ticket={ticket} />
      ) : (
        <>
          <PageHeading title="One more step">
            This sign-in has ended. Start again at the sign-in page.
          </PageHeading>
          <LinkButton href="/login" kind="primary" size="lg" isWide>
            Back to sign in
          </LinkButton>
        </>
      )}
    </LoggedOutPage>
  )
}
