import { useState } from 'react'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { landingAfterSignup, safeNext } from '@playhead/web-kit/session/landing.ts'
import { useNavigate, useSearchValue } from '@playhead/web-kit/navigation/navigation.ts'
import type { Session } from '@playhead/web-kit/session/session.ts'
import { enter } from '@playhead/web-kit/session/session-store.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import { AccountForm, type Invitation } from './account-form.tsx'
import { LogOutLink } from '@playhead/web-kit/page/log-out-link.tsx'
import { LoggedOutPage } from '../page/logged-out-page.tsx'
import { PageHeading } from '@playhead/web-kit/page/page-heading.tsx'
import { WithSession } from '@playhead/web-kit/page/with-session.tsx'
import { WithSignInOptions } from '../sign-in-options.tsx'

const useInvitation = (): Invitation | undefined => {
  const inviteId = useSearchValue('invite')
  const token = useSearchValue('token')
  const email = useSearchValue('email')
  const type = useSearchValue('type')
  return inviteId && token && email ? { inviteId, token, email, type } : undefined
}

/** SHELL-030, SHELL-031: a person without an organization creates one first, then goes to the requested page. */
const useLandAfterSignup = () => {
  const navigate = useNavigate()
  const type = useSearchValue('type')
  const plan = useSearchValue('plan')
  const welcome = useSearchValue('welcome')
  const afterwards = safeNext(useSearchValue('redirect_url'))
  return (session: Session) => {
    const isAlone = session.organizations.length === 0
    const landing = isAlone
      ? (afterwards ?? `/create-organization${stringifySearch({ type, plan, welcome })}`)
      : landingAfterSignup({ session, type, plan, welcome })
    enter(session, landing)
    navigate(landing, { replace: true })
  }
}

function BrokenLink() {
  return (
    <>
      <PageHeading title="This link is not complete">
        Open the link from the mail again, or copy all of it into the address bar.
      </PageHeading>
      <LinkButton href="/signup" kind="primary" size="lg" isWide>
        Send me a new link
      </LinkButton>
    </>
  )
}

function SomebodyIsHere({ session }: { session: Session }) {
  return (
    <>
      <PageHeading title="You are signed in">
        You are signed in as {session.currentUser.email}. Log out to create another account.
      </PageHeading>
      <LinkButton href="/" kind="primary" size="lg" isWide>
        Continue to the dashboard
      </LinkButton>
      <LogOutLink />
    </>
  )
}

function CreateAccount() {
  const invitation = useInvitation()
  const organizationName = useSearchValue('organization_name')
  const onDone = useLandAfterSignup()
  if (!invitation) return <BrokenLink />
  return (
    <>
      <PageHeading title="Create your account">
        {organizationName ? (
          `You were invited to join ${organizationName}.`
        ) : (
          <>
            Not you? <Link href="/signup">Use another email address</Link>
          </>
        )}
      </PageHeading>
      <WithSignInOptions fieldCount={4}>
        {(options) => (
          <AccountForm
            options={options}
            proof={invitation}
            submitLabel="Create account"
            onDone={onDone}
          />
        )}
      </WithSignInOptions>
    </>
  )
}

/** Shown only to a person who arrived here signed in, not to one who has just created the account. */
function Entry({ session }: { session: Session | null }) {
  const [wasSignedIn] = useState(session !== null)
  return session && wasSignedIn ? <SomebodyIsHere session={session} /> : <CreateAccount />
}

export const Screen = () => (
  <LoggedOutPage>
    <WithSession>{(session) => <Entry session={session} />}</WithSession>
  </LoggedOutPage>
)
