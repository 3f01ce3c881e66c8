import { environmentPath, organizationPath } from '@playhead/web-kit/navigation/paths.ts'
import type { Organization } from '@playhead/web-kit/session/session.ts'

const organizationRest = (pathname: string) =>
  /^\/organizations\/[^/]+\/?(.*)$/.exec(pathname)?.[1] ?? ''

/** SHELL-082: keeps the rest of the path but drops the search, whose filters belong to the previous place. SHELL-087 */
export const organizationSwitchPath = (pathname: string, organizationId: string) =>
  organizationPath(organizationId, organizationRest(pathname))

/** SHELL-086. The list of environments is not a page of an environment. */
export const environmentSwitchPath = (
  pathname: string,
  place: { organizationId: string; environmentId: string },
) => {
  const rest = organizationRest(pathname)
  const below = /^environments(?:\/[^/]+\/?(.*))?$/.exec(rest)
  return environmentPath(place, below ? (below[1] ?? '') : rest)
}

/** SHELL-083 */
const organizationBoundPages = [
  'custom-dimensions',
  'streaming-exports',
  'environments',
  'categorize-errors',
]

export const isOrganizationSelectorDisabled = (pathname: string) =>
  organizationBoundPages.some((name) => pathname.includes(name))

/** Why an organization cannot be selected. SHELL-084, SHELL-085 */
export const lockOf = (
  organization: Pick<Organization, 'authenticated' | 'secondFactorMissing' | 'isAdmin'>,
) => {
  if (organization.secondFactorMissing) return 'Requires a second factor'
  if (!organization.authenticated) return 'Requires SSO'
  return organization.isAdmin ? undefined : 'Admin Required'
}

/** SHELL-085: shows nothing inside an organization that is closed to this person. */
export const shownEnvironments = (organization: Organization) =>
  organization.authenticated ? organization.properties : []
