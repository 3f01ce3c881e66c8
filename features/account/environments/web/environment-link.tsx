import { Link } from '@playhead/ui/navigation/link.tsx'
import { environmentPath } from '@playhead/web-kit/navigation/paths.ts'
import { landingAfterLogin } from '@playhead/web-kit/session/landing.ts'
import { lastProduct } from '@playhead/web-kit/session/session-store.ts'
import { useOrganization } from '@playhead/web-kit/session/use-session.ts'
import type { EnvironmentRow } from './use-environment-list.ts'

/** Straight to the code for a page, for as long as no player has reported. */
export const GetStartedLink = ({ environment }: { environment: EnvironmentRow }) => {
  const place = { organizationId: environment.organizationId, environmentId: environment.id }
  return (
    <Link
      href={environmentPath(place, 'data?setup=open')}
      aria-label={`Connect a player to ${environment.name}`}
    >
      Connect a player
    </Link>
  )
}

/** Opens the environment on the page where this person last worked, as signing in does. SHELL-029 */
export const EnvironmentLink = ({ environment }: { environment: EnvironmentRow }) => {
  const organization = useOrganization()
  if (!organization) return environment.name
  const href = landingAfterLogin({
    session: { organizations: [organization], organization, currentEnvironment: environment },
    lastProduct: lastProduct() ?? 'data',
  })
  return <Link href={href}>{environment.name}</Link>
}
