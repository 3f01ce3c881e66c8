import { Suspense } from 'react'
import { lazyChunk } from '@playhead/web-kit/chunks/lazy-chunk.tsx'
import { useSearchValue } from '@playhead/web-kit/navigation/navigation.ts'
import { useTitle } from '@playhead/web-kit/navigation/title.ts'
import { LoggedOutPage } from '../page/logged-out-page.tsx'
import { PasswordSignIn } from './password-sign-in.tsx'
import { FormSkeleton, type SignInOptions, WithSignInOptions } from '../sign-in-options.tsx'

// Rarely needed on this page, so it is loaded on demand to keep the page small.
const FirstVisit = lazyChunk('FirstVisit', () => import('../first-visit.tsx'))
const SsoSignIn = lazyChunk('SsoSignIn', () => import('./sso-sign-in.tsx'))

function SignIn({ options }: { options: SignInOptions }) {
  const isSso = useSearchValue('method') === 'sso'
  useTitle(options.firstVisit ? 'Create the first account' : 'Sign in')
  if (options.firstVisit) return <FirstVisit />
  return isSso ? <SsoSignIn /> : <PasswordSignIn options={options} />
}

export const Screen = () => (
  <LoggedOutPage>
    <WithSignInOptions fieldCount={2}>
      {(options) => (
        <Suspense fallback={<FormSkeleton fieldCount={2} />}>
          <SignIn options={options} />
        </Suspense>
      )}
    </WithSignInOptions>
  </LoggedOutPage>
)
