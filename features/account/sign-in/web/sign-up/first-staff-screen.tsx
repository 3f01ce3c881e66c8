import { CodeBlock } from '@playhead/ui/code/code-block.tsx'
import { useHash, useNavigate } from '@playhead/web-kit/navigation/navigation.ts'
import type { Session } from '@playhead/web-kit/session/session.ts'
import { enter } from '@playhead/web-kit/session/session-store.ts'
import { AccountForm } from './account-form.tsx'
import { LoggedOutPage } from '../page/logged-out-page.tsx'
import { PageHeading } from '@playhead/web-kit/page/page-heading.tsx'
import { type SignInOptions, WithSignInOptions } from '../sign-in-options.tsx'

interface CreateStaffProps {
  token: string
  options: SignInOptions
}

function CreateStaff({ token, options }: CreateStaffProps) {
  const navigate = useNavigate()
  const onDone = (session: Session) => {
    // A new server has no organization yet; one with a demo has one for staff to look at.
    const landing = options.firstVisit ? '/create-organization' : '/operator/organizations'
    enter(session, landing)
    navigate(landing, { replace: true })
  }
  return (
    <AccountForm
      options={options}
      proof={{ staffToken: token }}
      submitLabel="Create account"
      onDone={onDone}
    />
  )
}

function BrokenLink() {
  return (
    <>
      <PageHeading title="This link is not complete">
        Open the link from the terminal again, or copy all of it into the address bar.
      </PageHeading>
      <CodeBlock
        label="Run this where the server runs, for a new link"
        text="npx playhead staff link"
        copyLabel="Copy the command"
        isWhole
      />
    </>
  )
}

export const Screen = () => {
  const token = useHash()
  return (
    <LoggedOutPage>
      {token ? (
        <>
          <PageHeading title="Create the staff account">
            Staff runs this server: it opens every organization and reads the mail that is kept
            here.
          </PageHeading>
          <WithSignInOptions fieldCount={4}>
            {(options) => <CreateStaff token={token} options={options} />}
          </WithSignInOptions>
        </>
      ) : (
        <BrokenLink />
      )}
    </LoggedOutPage>
  )
}
