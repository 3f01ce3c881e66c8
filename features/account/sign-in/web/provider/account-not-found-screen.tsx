import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { BarePage } from '@playhead/web-kit/page/bare-page.tsx'
import { LogOutLink } from '@playhead/web-kit/page/log-out-link.tsx'

/** AUTH-044, SHELL-034 */
export const Screen = () => (
  <BarePage
    title="We can't find your account."
    lead="You may have been removed from this organization, or you are signed in with a different address."
    footer={<LogOutLink />}
  >
    <LinkButton href="/" size="lg" isWide>
      Return to dashboard
    </LinkButton>
  </BarePage>
)
