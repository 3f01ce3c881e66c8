import { hasFlags } from '@playhead/web-kit/session/guards.tsx'
import type { Session } from '@playhead/web-kit/session/session.ts'
import type { ScreenNavigation, ScreenTab } from '@playhead/web-kit/web-feature.ts'
import { flagsOf, isAdminOf } from '@playhead/web-kit/session/use-session.ts'
import { type Address, environmentScope, type Frame, organizationScope } from './address.ts'

interface OpenTab extends ScreenTab {
  address: string
}

interface OpenEntry extends ScreenNavigation {
  scope: 'organization' | 'environment'
  address: string
  hasQuestion: boolean
}

const entryOf = ({ path, navigation, hasQuestion }: Address): OpenEntry[] => {
  if (!navigation) return []
  const isInEnvironment = path.startsWith(environmentScope)
  const below = path.slice((isInEnvironment ? environmentScope : organizationScope).length + 1)
  return [
    {
      address: below,
      ...navigation,
      scope: isInEnvironment ? 'environment' : 'organization',
      hasQuestion: hasQuestion === true,
    },
  ]
}

/** Which screens exist and may be opened by this person in this organization. */
export const openScreens = (
  table: Address[],
  session: Session,
  organizationId: string | undefined,
) => {
  const flags = flagsOf(session, organizationId)
  const isAdmin = isAdminOf(session, organizationId)
  const open = table.filter(
    ({ target, gate }) =>
      target.kind !== 'missing' &&
      (!gate.isAdmin || isAdmin) &&
      (!gate.isStaff || session.currentUser.internal) &&
      (!gate.flags || hasFlags(flags, gate.flags)),
  )
  const byPath = new Map(open.map((address) => [address.path, address]))

  const screenAt = (path: string, depth = 0): Address | undefined => {
    const found = byPath.get(path)
    if (found?.target.kind === 'redirect' && depth < 5) return screenAt(found.target.to, depth + 1)
    return found?.target.kind === 'screen' ? found : undefined
  }
  return {
    at: (path: string) => screenAt(path),
    inOrganization: (below: string) => screenAt(`${organizationScope}/${below}`),
    inEnvironment: (below: string) => screenAt(`${environmentScope}/${below}`),
    /** The tabs of settings, account and operator; `address` is below the scope. */
    tabs: (frame: Frame): OpenTab[] =>
      open
        .flatMap(({ frame: own, path, tab }) =>
          tab && own === frame && !path.startsWith(environmentScope)
            ? [{ ...tab, address: path.replace(organizationScope, '').slice(1) }]
            : [],
        )
        .toSorted((one, other) => one.order - other.order),
    /** The entries of the side navigation; `address` is below the scope. */
    entries: open.flatMap(entryOf).toSorted((one, other) => one.order - other.order),
    /** Screens that can be opened without choosing an object first. */
    all: open.filter(
      ({ target, session: needs, path }) =>
        target.kind === 'screen' &&
        needs === 'required' &&
        !path.replace(environmentScope, '').replace(organizationScope, '').includes('$'),
    ),
  }
}
