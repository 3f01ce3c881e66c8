import { Suspense } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { CodeIcon, KeyIcon, PlayIcon } from '@playhead/ui/icons/icons.ts'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { call } from '@playhead/web-kit/calls/call.ts'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { lazyChunk } from '@playhead/web-kit/chunks/lazy-chunk.tsx'
import { safeNext } from '@playhead/web-kit/session/landing.ts'
import { useLocation, useSearchValue } from '@playhead/web-kit/navigation/navigation.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import { signIn } from '../../contract.ts'
import { goToProvider } from '../go-to-provider.ts'
import { errorsHandledOnPage } from '../errors-handled-on-page.ts'
import type { SignInOptions } from '../sign-in-options.tsx'
import { useSignedIn } from '../use-signed-in.ts'

// The code for passkeys is loaded separately, so that the form comes first.
const PasskeyButton = lazyChunk('PasskeyButton', () => import('./passkey-button.tsx'))

/** AUTH-009 */
function GithubButton() {
  const next = safeNext(useSearchValue('next')) ?? null
  const github = useForm({
    initial: {},
    submit: () => call(signIn.startGithub, { body: { session: { next } }, ...errorsHandledOnPage }),
    onDone: ({ data }) => goToProvider(data.authorizeUrl),
  })
  return (
    <>
      {github.failure && <FormMessage tone="error">{github.failure}</FormMessage>}
      <Button
        size="lg"
        isWide
        icon={<CodeIcon />}
        isLoading={github.isSubmitting}
        onClick={() => void github.submit()}
      >
        Continue with GitHub
      </Button>
    </>
  )
}

interface OtherWaysProps {
  options: SignInOptions
  isDemoStarting: boolean
  onDemo: () => void
}

export const OtherWays = ({ options, isDemoStarting, onDemo }: OtherWaysProps) => {
  const { pathname, search } = useLocation()
  const signedIn = useSignedIn()
  return (
    <div className="flex flex-col gap-2">
      <p className="mb-2 flex items-center gap-2 text-sm text-ink-3 before:h-px before:flex-1 before:bg-line-strong after:h-px after:flex-1 after:bg-line-strong">
        or
      </p>
      {options.demo && (
        <Button size="lg" isWide icon={<PlayIcon />} isLoading={isDemoStarting} onClick={onDemo}>
          Use the demo account
        </Button>
      )}
      <Suspense>
        <PasskeyButton label="Sign in with a passkey" onSignedIn={signedIn} />
      </Suspense>
      {options.github && <GithubButton />}
      <LinkButton
        href={pathname + stringifySearch({ ...search, method: 'sso' })}
        size="lg"
        isWide
        icon={<KeyIcon />}
      >
        Sign in with single sign-on
      </LinkButton>
    </div>
  )
}
