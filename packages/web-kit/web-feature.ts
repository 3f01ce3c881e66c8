import type { ComponentType } from 'react'
import type { Flags } from '@playhead/domain/flags.ts'
import type { NavigationIcon } from '@playhead/ui/icons/navigation-icons.ts'
import type { FlagGate } from './session/guards.tsx'

type ScreenScope =
  | 'loggedOut'
  | 'bare'
  | 'organization'
  | 'environment'
  | 'settings'
  | 'account'
  | 'operator'

export interface Gate {
  isAdmin?: true
  isStaff?: true
  flags?: FlagGate
}

export interface ScreenModule {
  Screen: ComponentType
}

export interface ScreenTab {
  label: string
  order: number
}

export type NavigationSection = 'Environments' | 'Data' | 'Video' | 'Account'

export interface ScreenNavigation {
  section: NavigationSection
  label: string
  icon: NavigationIcon
  /** Lower orders come first in their section. */
  order: number
  /** Set if the entry covers more pages than those below the screen's address; it is active on all of them. */
  address?: string
  /** The link's target, if it differs from the address. */
  target?: (flags: Flags) => string
}

export interface WebScreen {
  scope: ScreenScope
  /** The path below the scope; parameters are written `$name`. */
  address: string
  /** Further addresses of the same screen. SHELL-010 */
  alsoAt?: string[]
  title: string
  /** The tab that leads to the screen, on the pages of settings, account and operator. Lower orders come first. */
  tab?: ScreenTab
  /** The entry in the side navigation, of screens below an organization or environment. The gate decides who sees it. */
  navigation?: ScreenNavigation
  gate?: Gate
  /** Its address holds a timeframe and filters: links of the navigation to such a screen keep those of the last. */
  hasQuestion?: true
  /** For a bare screen: whether it is for signed-in people, for signed-out people, or for both. */
  session?: 'required' | 'none' | 'any'
  load: () => Promise<ScreenModule>
}

export interface WebFeature {
  screens: WebScreen[]
}

/** What a feature adds to the dashboard: its screens, each loaded when first opened. */
export const webFeature = (feature: WebFeature): WebFeature => feature
