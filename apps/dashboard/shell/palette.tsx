import { CommandPalette } from '@playhead/ui/menus/command-palette.tsx'
import { commandGroups } from './commands.ts'
import type { Shell } from './use-shell.ts'

interface PaletteProps {
  shell: Shell
  onClose: () => void
  onContact: () => void
  onShortcuts: () => void
}

export const Palette = ({ shell, onClose, ...actions }: PaletteProps) => (
  <CommandPalette isOpen onClose={onClose} groups={commandGroups(shell, actions)} />
)
