import { useEffect } from 'react'
import { slot } from '../slot.ts'

export interface FoundItem {
  id: string
  label: string
  description?: string
  href: string
}

export interface PaletteSourceProps {
  /** What the field of the palette holds, trimmed. */
  text: string
  /** The same once typing pauses: for sources that ask the server. */
  settled: string
  /** The address below the current environment. */
  path: (below: string) => string
  onFound: (items: readonly FoundItem[]) => void
}

/** How many items a source shows at most. */
export const foundLimit = 6

/** A feature's part of the command palette: it draws nothing, and hands over what it found. */
export const paletteSource = slot<PaletteSourceProps, { title: string }>()

/** `items` must keep its identity while it stays the same. */
export const useFound = (items: readonly FoundItem[], onFound: PaletteSourceProps['onFound']) => {
  useEffect(() => onFound(items), [items, onFound])
}
