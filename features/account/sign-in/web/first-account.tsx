import { AccountForm } from './account-form.tsx'
import { PageHeading } from './page/page-heading.tsx'
import type { SignInOptions } from './sign-in-options.tsx'
import { useSignedIn } from './use-signed-in.ts'

/** Nobody is here yet: whoever comes first becomes the admin of the first organization. */
export function FirstAccount({ options }: { options: SignInOptions }) {
  const signedIn = useSignedIn()
  return (
    <>
      <PageHeading title="Create the first account">
        This server is new and has no accounts yet. Yours will run the first organization.
      </PageHeading>
      <AccountForm options={options} submitLabel="Create account" onDone={signedIn} />
    </>
  )
}
