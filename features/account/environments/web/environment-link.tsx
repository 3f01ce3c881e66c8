import { Link } from '@playhead/ui/navigation/link.tsx'
import { landingAfterLogin } from '@playhead/web-kit/session/landing.ts'
import { lastProduct } from '@playhead/web-kit/session/session-store.ts'
import { useOrganization } from '@playhead/web-kit/session/use-session.ts'
import type { EnvironmentRow } from './use-environment-list.ts'

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
