import { createContext } from 'react'
import type { DeclaredPart } from './slot.ts'

export interface PartsModule {
  parts: readonly DeclaredPart[]
}

/** Loads the parts of all features. In a separate file from slots, which the first page does not need. */
export const SlotParts = createContext<() => Promise<PartsModule>>(async () => ({ parts: [] }))
