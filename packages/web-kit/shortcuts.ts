import { useEffect, useEffectEvent } from 'react'
import { createStore, useStore } from './external-store.ts'
import { sessionStore } from './session/session-store.ts'

interface ShortcutOptions {
  /** A function is evaluated when the key is pressed or listed; it must be stable between renders. */
  isEnabled?: boolean | (() => boolean)
}

interface Shortcut {
  key: string
  label: string
  isEnabled: () => boolean
  run: () => void
}

const shortcuts = createStore<readonly Shortcut[]>([])
const offStore = createStore(new Map<string, boolean>())

const person = () => sessionStore.getState().session?.currentUser.id ?? ''
const storageKey = (userId: string) => `playhead_single_keys_off:${userId}`

const storedOff = (userId: string) => {
  try {
    return localStorage.getItem(storageKey(userId)) === '1'
  } catch {
    return false
  }
}

const areSingleKeysOff = () => offStore.get().get(person()) ?? storedOff(person())

/** WCAG 2.1.4: with speech input, single letters must not act. Stored per person on this device. */
export const setSingleKeys = (areOn: boolean) => {
  const userId = person()
  offStore.set(new Map(offStore.get()).set(userId, !areOn))
  try {
    if (areOn) localStorage.removeItem(storageKey(userId))
    else localStorage.setItem(storageKey(userId), '1')
  } catch {
    // If storage is full or forbidden, only the setting is lost.
  }
}

export const useSingleKeys = () => {
  useStore(offStore)
  return !areSingleKeysOff()
}

const typingPlaces = [
  'input:not([type=checkbox], [type=radio], [type=button])',
  'textarea',
  'select',
  '[contenteditable]:not([contenteditable=false])',
  '[role=textbox]',
  '[role=spinbutton]',
  '[role=combobox]',
  '[role=listbox]',
  '[role=menu]',
].join(',')

const isTaken = ({ target }: KeyboardEvent) =>
  (target instanceof Element && target.closest(typingPlaces) !== null) ||
  document.querySelector('[role=dialog], [role=alertdialog], dialog[open]') !== null

/** The Latin letter of the key on keyboards with other alphabets. */
const keyOf = ({ key, code }: KeyboardEvent) =>
  (/^[\p{L}]$/u.test(key) && !/^[a-z]$/i.test(key) ? code.replace(/^Key/, '') : key).toLowerCase()

/** With signs such as `?`, Shift is needed to type them; with a letter it is a modifier. */
const isModified = ({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent) =>
  ctrlKey || metaKey || altKey || (shiftKey && /^\p{L}$/u.test(key))

const onKeyDown = (event: KeyboardEvent) => {
  if (event.defaultPrevented || event.repeat || event.isComposing || isModified(event)) return
  const pressed = keyOf(event)
  const found = shortcuts.get().findLast(({ key, isEnabled }) => key === pressed && isEnabled())
  if (!found || areSingleKeysOff() || isTaken(event)) return
  event.preventDefault()
  found.run()
}

const add = (shortcut: Shortcut) => {
  if (shortcuts.get().length === 0) document.addEventListener('keydown', onKeyDown)
  shortcuts.set([...shortcuts.get(), shortcut])
  return () => {
    shortcuts.set(shortcuts.get().filter((one) => one !== shortcut))
    if (shortcuts.get().length === 0) document.removeEventListener('keydown', onKeyDown)
  }
}

/**
 * A single key that acts while its component is mounted, listed under `?`. It never acts where text is
 * entered, while a dialog is open, together with a modifier, or for people who turned such keys off.
 */
export const useShortcut = (
  key: string,
  label: string,
  action: () => void,
  { isEnabled = true }: ShortcutOptions = {},
) => {
  const run = useEffectEvent(action)
  useEffect(() => {
    if (isEnabled === false) return
    const isUsable = isEnabled === true ? () => true : isEnabled
    return add({ key: key.toLowerCase(), label, run: () => run(), isEnabled: isUsable })
  }, [key, label, isEnabled])
}

/** The shortcuts that are active now, each key once. */
export const useShortcutList = (): Pick<Shortcut, 'key' | 'label'>[] => {
  const usable = useStore(shortcuts).filter(({ isEnabled }) => isEnabled())
  return [...new Map(usable.map((one) => [one.key, one])).values()]
}
