import { isApple } from '@playhead/ui/menus/is-apple.ts'
import { KeyboardShortcut } from '@playhead/ui/menus/keyboard-shortcut.tsx'
import { Modal } from '@playhead/ui/overlays/modal.tsx'
import { Switch } from '@playhead/ui/choices/switch.tsx'
import { setSingleKeys, useShortcutList, useSingleKeys } from '@playhead/web-kit/shortcuts.ts'

const isLetter = (key: string) => /^[a-z]$/.test(key)

const Row = ({ label, keys }: { label: string; keys: string[] }) => (
  <li className="flex items-center justify-between gap-4 border-b border-line py-2">
    {label}
    <KeyboardShortcut keys={keys} />
  </li>
)

/** The shortcuts of the current screen, and the switch that turns single keys off. */
export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => {
  // Letters of the screen come before signs that every screen has.
  const shortcuts = useShortcutList().toSorted(
    (one, other) => Number(isLetter(other.key)) - Number(isLetter(one.key)),
  )
  const areOn = useSingleKeys()
  return (
    <Modal isOpen onClose={onClose} title="Keyboard shortcuts" minWidth={440}>
      <ul className="mb-4">
        <Row label="Search or jump to a screen" keys={[isApple() ? '⌘' : 'Ctrl', 'K']} />
        {areOn &&
          shortcuts.map(({ key, label }) => (
            <Row key={key} label={label} keys={[key.toUpperCase()]} />
          ))}
      </ul>
      <Switch
        isOn={areOn}
        onChange={setSingleKeys}
        description="Turn them off if you dictate or if keys act when you did not mean them to. Remembered for you on this device."
      >
        Single-key shortcuts
      </Switch>
    </Modal>
  )
}
