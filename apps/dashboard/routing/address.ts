import type {
  Gate,
  ScreenModule,
  ScreenNavigation,
  ScreenTab,
} from '@playhead/web-kit/web-feature.ts'

export type Frame = 'none' | 'shell' | 'settings' | 'account' | 'operator'

export interface ScreenTarget {
  kind: 'screen'
  title: string
  load: () => Promise<ScreenModule>
}

/**
 * Where an address leads. `landing` is where a person goes after signing in; `missing` has no screen, which a test refuses.
 */
export type Target =
  | ScreenTarget
  | { kind: 'redirect'; to: string }
  | { kind: 'missing' }
  | { kind: 'landing' }

export interface Address {
  path: string
  frame: Frame
  session: 'required' | 'none' | 'any'
  gate: Gate
  tab?: ScreenTab
  navigation?: ScreenNavigation
  /** Set if its screen has a timeframe and filters in its address. */
  hasQuestion?: true
  target: Target
}

export const organizationScope = '/organizations/$organizationId'
export const environmentScope = `${organizationScope}/environments/$environmentId`

const describeGate = ({ isAdmin, isStaff, flags }: Gate) =>
  [isAdmin && 'admin', isStaff && 'staff', ...(flags?.all ?? []), flags?.some?.join(' or ')].filter(
    Boolean,
  )

const describeTarget = (target: Target, frame: Frame) => {
  switch (target.kind) {
    case 'redirect':
      return `→ ${target.to}`
    case 'screen':
      return `${target.title} (${frame})`
    case 'missing':
      return 'not here yet'
    case 'landing':
      return '→ landing'
  }
}

const describeAddress = ({ path, frame, session, gate, hasQuestion, target }: Address) => {
  const needs = [...(session === 'required' ? [] : [`session ${session}`]), ...describeGate(gate)]
  return `${path}${needs.length > 0 ? ` [${needs.join(', ')}]` : ''} ${describeTarget(target, frame)}${hasQuestion ? ', keeps the question' : ''}`
}

/** One line per address, sorted: what addresses.txt contains. */
export const describeAddresses = (table: Address[]) =>
  table
    .map((address) => `${describeAddress(address)}\n`)
    .toSorted()
    .join('')
