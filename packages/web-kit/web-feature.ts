import type { ComponentType } from 'react'
import type { FlagGate } from './guards.tsx'

export type ScreenScope =
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

export interface WebScreen {
  scope: ScreenScope
  /** Below the scope; parameters are written `$name`. */
  address: string
  /** Further addresses of the same screen. SHELL-010 */
  alsoAt?: string[]
  title: string
  gate?: Gate
  /** Of a bare screen: whether it needs somebody signed in, nobody, or either. */
  session?: 'required' | 'none' | 'any'
  load: () => Promise<ScreenModule>
}

export interface WebFeature {
  screens: WebScreen[]
}

/** What a feature gives to the dashboard: its screens, each loaded when first opened. */
export const webFeature = (feature: WebFeature): WebFeature => feature
