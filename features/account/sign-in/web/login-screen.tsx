import { useSearchValue } from '@playhead/web-kit/navigation.ts'
import { useTitle } from '@playhead/web-kit/title.ts'
import { FirstAccount } from './first-account.tsx'
import { LoggedOutPage } from './page/logged-out-page.tsx'
import { PasswordSignIn } from './password-sign-in.tsx'
import { type SignInOptions, WithSignInOptions } from './sign-in-options.tsx'
import { SsoSignIn } from './sso-sign-in.tsx'

function SignIn({ options }: { options: SignInOptions }) {
  const isSso = useSearchValue('method') === 'sso'
  useTitle(options.firstVisit ? 'Create the first account' : 'Sign in')
  if (options.firstVisit) return <FirstAccount options={options} />
  return isSso ? <SsoSignIn /> : <PasswordSignIn options={options} />
}

export const Screen = () => (
  <LoggedOutPage>
    <WithSignInOptions fieldCount={2}>
      {(options) => <SignIn options={options} />}
    </WithSignInOptions>
  </LoggedOutPage>
)
