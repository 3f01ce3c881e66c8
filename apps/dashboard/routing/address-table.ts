import type { WebFeature, WebScreen } from '@playhead/web-kit/web-feature.ts'
import { type Address, environmentScope, type Frame, organizationScope } from './address.ts'

const scopesOf: Record<WebScreen['scope'], string[]> = {
  loggedOut: [''],
  bare: [''],
  operator: [''],
  organization: [organizationScope],
  environment: [environmentScope],
  settings: [organizationScope, environmentScope],
  account: [organizationScope, environmentScope],
}

const frameOf: Record<WebScreen['scope'], Frame> = {
  loggedOut: 'none',
  bare: 'none',
  organization: 'shell',
  environment: 'shell',
  settings: 'settings',
  account: 'account',
  operator: 'operator',
}

const sessionOf = ({ scope, session }: WebScreen): Address['session'] => {
  if (scope === 'loggedOut') return 'none'
  return scope === 'bare' ? (session ?? 'required') : 'required'
}

const addressesOf = (screen: WebScreen): Address[] => {
  if (screen.navigation && frameOf[screen.scope] !== 'shell')
    throw new Error(`${screen.address} is no screen of the side navigation: give it a tab`)
  return scopesOf[screen.scope].flatMap((base) =>
    [screen.address, ...(screen.alsoAt ?? [])].map((address): Address => ({
      path: `${base}/${address}`,
      frame: frameOf[screen.scope],
      session: sessionOf(screen),
      gate: { ...screen.gate, ...(screen.scope === 'operator' && { isStaff: true }) },
      ...(screen.hasQuestion && { hasQuestion: true }),
      ...(address === screen.address && { tab: screen.tab, navigation: screen.navigation }),
      target: { kind: 'screen', title: screen.title, load: screen.load },
    })),
  )
}

/** Tabs are sorted by their order, so the order of features does not matter. */
const orderOf = ({ tab }: WebScreen) => tab?.order ?? Number.MAX_SAFE_INTEGER

/** The dashboard's own addresses, with the features' screens inserted. */
export const addressTable = (own: Address[], features: WebFeature[]): Address[] => {
  const table = new Map(own.map((address) => [address.path, address]))
  const screens = features
    .flatMap(({ screens }) => screens)
    .toSorted((one, other) => orderOf(one) - orderOf(other))
    .flatMap(addressesOf)
  for (const screen of screens) {
    const before = table.get(screen.path)
    if (before?.target.kind === 'screen') throw new Error(`Two screens claim ${screen.path}`)
    table.set(screen.path, { ...screen, gate: { ...screen.gate, ...before?.gate } })
  }
  return [...table.values()]
}
