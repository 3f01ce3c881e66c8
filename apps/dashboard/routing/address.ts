import type { Gate, ScreenModule } from '@playhead/web-kit/web-feature.ts'

export type Frame = 'none' | 'shell' | 'settings' | 'account' | 'operator'

export interface ScreenTarget {
  kind: 'screen'
  title: string
  load: () => Promise<ScreenModule>
}

/**
 * Where an address leads. `landing` is where somebody who just signed in goes, `home` stands for a
 * screen that this version does not have.
 */
export type Target = ScreenTarget | { kind: 'redirect'; to: string } | { kind: 'home' | 'landing' }

export interface Address {
  path: string
  frame: Frame
  session: 'required' | 'none' | 'any'
  gate: Gate
  target: Target
}

export const organizationScope = '/organizations/$organizationId'
export const environmentScope = `${organizationScope}/environments/$environmentId`

const describeGate = ({ isAdmin, isStaff, flags }: Gate) =>
  [isAdmin && 'admin', isStaff && 'staff', ...(flags?.all ?? []), flags?.some?.join(' or ')].filter(
    Boolean,
  )

/** One line per address, for the test that pins them all. */
export const describeAddress = ({ path, frame, session, gate, target }: Address) => {
  const needs = [...(session === 'required' ? [] : [`session ${session}`]), ...describeGate(gate)]
  const leadsTo =
    target.kind === 'redirect'
      ? `→ ${target.to}`
      : target.kind === 'screen'
        ? `${target.title} (${frame})`
        : `→ ${target.kind}`
  return `${path}${needs.length > 0 ? ` [${needs.join(', ')}]` : ''} ${leadsTo}`
}
