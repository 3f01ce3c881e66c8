import { useContext, useMemo } from 'react'
import { useLocation } from '@playhead/web-kit/navigation/navigation.ts'
import { navigationIcons } from '@playhead/ui/icons/navigation-icons.ts'
import { environmentPath, organizationPath } from '@playhead/web-kit/navigation/paths.ts'
import type { Session } from '@playhead/web-kit/session/session.ts'
import { currentTenant } from '@playhead/web-kit/session/tenant.ts'
import {
  useEnvironment,
  useFlags,
  useIsAdmin,
  useOrganization,
  useSession,
} from '@playhead/web-kit/session/use-session.ts'
import { openScreens } from '../routing/known-screens.ts'
import { useAddress } from '../routing/use-visit.ts'
import { AddressTable } from './address-table-context.ts'
import { questionOf } from './question-of.ts'
import { navigationSections } from './navigation-sections.ts'

interface Place {
  organizationId: string | undefined
  environmentId: string | undefined
}

const hrefIn = (place: Place, below: string, scope: 'organization' | 'environment') => {
  const { organizationId, environmentId } = place
  if (!organizationId) return `/${below}`
  if (scope === 'environment' && environmentId)
    return environmentPath({ organizationId, environmentId }, below)
  return organizationPath(organizationId, below)
}

/** The part of the path below its environment, or else below its organization. */
const belowScope = (pathname: string) =>
  pathname.replace(/^\/organizations\/[^/]+\/(environments\/[^/]+\/)?/, '').replace(/^\//, '')

const isBelow = (pathname: string, address: string) => {
  const below = belowScope(pathname)
  return below === address || below.startsWith(`${address}/`)
}

/** What the shell needs from the whole dashboard: the screens this person may open in this organization. */
export const useShell = () => {
  const table = useContext(AddressTable)
  const { session } = useSession()
  const organization = useOrganization()
  const environment = useEnvironment()
  const flags = useFlags()
  const isAdmin = useIsAdmin()
  const { pathname, search } = useLocation()
  const current = useAddress()
  const tenant = currentTenant()
  const organizationId = organization?.id
  const { environmentId } = tenant
  return useMemo(() => {
    const screens = openScreens(table, session as Session, organizationId)
    const place = { organizationId, environmentId }
    // Staff may have no organization, and then see only the operator pages.
    const hasOrganization = Boolean(session?.organizations.length)
    const question = current?.hasQuestion ? questionOf(search) : ''
    /** The organization page has two addresses; its tab is active at both. SHELL-010 */
    const isShownAt = (address: string) => {
      const target = screens.inOrganization(address)?.target
      return (
        target?.kind === 'screen' &&
        current?.target.kind === 'screen' &&
        target.load === current.target.load
      )
    }
    const tabLinks = (frame: 'settings' | 'account') =>
      (hasOrganization ? screens.tabs(frame) : []).map(({ label, address }) => ({
        id: address,
        label,
        href: hrefIn(place, address, 'environment'),
        isActive: isBelow(pathname, address) || isShownAt(address),
      }))
    const sections = navigationSections.map(({ title, isShown = () => true }) => ({
      title,
      items: screens.entries
        .filter(
          ({ section, scope }) =>
            section === title &&
            hasOrganization &&
            isShown(flags) &&
            (scope === 'organization' || environmentId),
        )
        .map((entry) => ({
          label: entry.label,
          icon: navigationIcons[entry.icon],
          href:
            hrefIn(place, entry.target?.(flags) ?? entry.address, entry.scope) +
            (entry.hasQuestion ? question : ''),
          isActive: isBelow(pathname, entry.address),
        })),
    }))
    return {
      session: session as Session,
      organization,
      environment,
      isAdmin,
      pathname,
      screens,
      place,
      sections,
      settings: tabLinks('settings'),
      account: tabLinks('account'),
      operator: screens.tabs('operator').map(({ label, address }) => ({
        id: `/${address}`,
        label,
        href: `/${address}`,
        isActive: isBelow(pathname, address),
      })),
    }
  }, [
    table,
    session,
    organization,
    environment,
    flags,
    isAdmin,
    pathname,
    search,
    current,
    organizationId,
    environmentId,
  ])
}

export type Shell = ReturnType<typeof useShell>
