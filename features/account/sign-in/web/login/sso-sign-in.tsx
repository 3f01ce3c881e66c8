import { emailError } from '@playhead/domain/field-rules.ts'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { Link } from '@playhead/ui/navigation/link.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { call } from '@playhead/web-kit/calls/call.ts'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { safeNext } from '@playhead/web-kit/session/landing.ts'
import { useLocation, useSearchValue } from '@playhead/web-kit/navigation/navigation.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import { signIn } from '../../contract.ts'
import { goToProvider } from '../go-to-provider.ts'
import { PageHeading } from '@playhead/web-kit/page/page-heading.tsx'
import { errorsHandledOnPage } from '../errors-handled-on-page.ts'

export const SsoSignIn = () => {
  const { pathname, search } = useLocation()
  const next = safeNext(useSearchValue('next')) ?? null
  const form = useForm({
    initial: { email: '' },
    validate: ({ email }) => ({ email: emailError(email) }),
    submit: ({ email }) =>
      call(signIn.startSso, {
        body: { session: { email: email.trim(), next } },
        ...errorsHandledOnPage,
      }),
    onDone: ({ data }) => goToProvider(data.authorizeUrl),
  })
  return (
    <>
      <PageHeading title="Single sign-on">
        Your work email address identifies your organization’s sign-in.
      </PageHeading>
      {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
      <form {...form.formProps} className="flex flex-col gap-4" aria-label="Single sign-on">
        <TextField
          {...form.field('email')}
          label="Work email"
          type="email"
          size="lg"
          autoComplete="username"
          autoFocus
        />
        <Button type="submit" kind="primary" size="lg" isWide isLoading={form.isSubmitting}>
          Continue
        </Button>
      </form>
      <p className="text-sm">
        <Link href={pathname + stringifySearch({ ...search, method: undefined })} kind="quiet">
          Sign in with a password instead
        </Link>
      </p>
    </>
  )
}
