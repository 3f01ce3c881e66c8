import { Button } from '@playhead/ui/buttons/button.tsx'
import { FormMessage } from '@playhead/ui/feedback/form-message.tsx'
import { KeyIcon } from '@playhead/ui/icons/icons.ts'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { call } from '@playhead/web-kit/calls/call.ts'
import { useForm } from '@playhead/web-kit/forms/form.ts'
import { safeNext } from '@playhead/web-kit/session/landing.ts'
import { useSearchValue } from '@playhead/web-kit/navigation/navigation.ts'
import { useSession } from '@playhead/web-kit/session/use-session.ts'
import { signIn } from '../../contract.ts'
import { goToProvider } from '../go-to-provider.ts'
import { BarePage } from '@playhead/web-kit/page/bare-page.tsx'
import { LogOutLink } from '@playhead/web-kit/page/log-out-link.tsx'
import { errorsHandledOnPage } from '../errors-handled-on-page.ts'

interface Place {
  id: string
  name: string | undefined
}

/** The organization of the address, else all organizations that require single sign-on. */
const useWaitingOrganizations = (): Place[] => {
  const { session } = useSession()
  const organizations = session?.organizations ?? []
  const id = useSearchValue('organization_id')
  if (id) return [{ id, name: organizations.find((one) => one.id === id)?.name }]
  return organizations.filter(({ authenticated }) => !authenticated)
}

/** A signed-in person would be redirected away from the sign-in page. */
function WayOn() {
  const { session } = useSession()
  return session ? (
    <LinkButton href="/" size="lg" isWide>
      Return to dashboard
    </LinkButton>
  ) : (
    <LinkButton href="/login?method=sso" kind="primary" size="lg" isWide icon={<KeyIcon />}>
      Sign in with single sign-on
    </LinkButton>
  )
}

function ContinueButton({ place, isFirst }: { place: Place; isFirst: boolean }) {
  const next = safeNext(useSearchValue('next')) ?? null
  const sso = useForm({
    initial: {},
    submit: () =>
      call(signIn.startSso, {
        body: { session: { organizationId: place.id, next } },
        ...errorsHandledOnPage,
      }),
    onDone: ({ data }) => goToProvider(data.authorizeUrl),
  })
  return (
    <>
      {sso.failure && <FormMessage tone="error">{sso.failure}</FormMessage>}
      <Button
        kind={isFirst ? 'primary' : 'secondary'}
        size="lg"
        isWide
        icon={<KeyIcon />}
        isLoading={sso.isSubmitting}
        onClick={() => void sso.submit()}
      >
        <span className="truncate">
          {place.name ? `Continue to ${place.name}` : 'Continue with single sign-on'}
        </span>
      </Button>
    </>
  )
}

const texts = {
  company: {
    title: 'Your company requires SSO.',
    lead: 'Sign in through your company’s identity provider to open this organization.',
  },
  vercel: {
    title: 'Authentication through Vercel is required.',
    lead: 'Open this organization from your Vercel dashboard to sign in.',
  },
}

/** AUTH-041, AUTH-042, AUTH-043 */
export const Screen = () => {
  const isVercel = useSearchValue('marketplace') === 'vercel'
  const organizations = useWaitingOrganizations()
  const { title, lead } = isVercel ? texts.vercel : texts.company
  return (
    <BarePage title={title} lead={lead} footer={<LogOutLink />}>
      {!isVercel && (
        <div className="flex flex-col gap-2">
          {organizations.map((place, index) => (
            <ContinueButton key={place.id} place={place} isFirst={index === 0} />
          ))}
          {organizations.length === 0 && <WayOn />}
        </div>
      )}
    </BarePage>
  )
}
