import { hasFlags } from '@playhead/web-kit/guards.tsx'
import type { Session } from '@playhead/web-kit/session.ts'
import { flagsOf, isAdminOf } from '@playhead/web-kit/use-session.ts'
import { type Address, environmentScope, organizationScope } from './address.ts'

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
    /** Screens that can be opened without choosing an object first. */
    all: open.filter(
      ({ target, session: needs, path }) =>
        target.kind === 'screen' &&
        needs === 'required' &&
        !path.replace(environmentScope, '').replace(organizationScope, '').includes('$'),
    ),
  }
}

export type OpenScreens = ReturnType<typeof openScreens>
