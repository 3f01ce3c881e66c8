import { useEffect } from 'react'
import { useShortcut } from '@playhead/web-kit/shortcuts.ts'

const isPaletteKey = (event: KeyboardEvent) =>
  event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.shiftKey

const searchField = () => document.querySelector<HTMLElement>('#main [data-search]')

const hasSearchField = () => searchField() !== null

interface ShellShortcuts {
  openPalette: () => void
  openShortcuts: () => void
}

/** The shortcuts that every screen has. */
export const useShellShortcuts = ({ openPalette, openShortcuts }: ShellShortcuts) => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return
      event.preventDefault()
      openPalette()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [openPalette])
  useShortcut('/', 'Search this list', () => searchField()?.focus(), { isEnabled: hasSearchField })
  useShortcut('?', 'Show all shortcuts', openShortcuts)
}
