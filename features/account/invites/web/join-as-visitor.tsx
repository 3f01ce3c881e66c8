import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { loginPath } from '@playhead/web-kit/session/landing.ts'
import { useLocation } from '@playhead/web-kit/navigation/navigation.ts'
import { stringifySearch } from '@playhead/web-kit/navigation/url-state.ts'
import type { InviteLink } from './invite-link.ts'

const createAccountPath = (link: InviteLink, here: string) =>
  `/create-account${stringifySearch({
    invite: link.inviteId,
    token: link.token,
    email: link.email,
    organization_name: link.organizationName,
    redirect_url: here,
  })}`

/** Joining needs an account: an existing one, or a new one created with the secret of the invite. */
export const JoinAsVisitor = ({ link }: { link: InviteLink }) => {
  const { href } = useLocation()
  const mayCreateAccount = link.inviteId && link.token && link.email
  return (
    <>
      <p className="text-ink-2">
        You were invited to join <b className="font-semibold text-ink">{link.organizationName}</b>.
        {mayCreateAccount
          ? ' Create an account, or sign in if you have one.'
          : ' Sign in to continue.'}
      </p>
      <div className="flex flex-col gap-2">
        {mayCreateAccount && (
          <LinkButton href={createAccountPath(link, href)} kind="primary" size="lg" isWide>
            Create an account
          </LinkButton>
        )}
        <LinkButton
          href={loginPath(href)}
          kind={mayCreateAccount ? 'secondary' : 'primary'}
          size="lg"
          isWide
        >
          Sign in
        </LinkButton>
      </div>
    </>
  )
}
