import { useEffect, useEffectEvent } from 'react'
import { createStore, useStore } from './external-store.ts'
import { sessionStore } from './session-store.ts'

interface ShortcutOptions {
  /** A function is asked when the key is pressed or listed; it stays the same one. */
  isEnabled?: boolean | (() => boolean)
}

export interface Shortcut {
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

/** WCAG 2.1.4: for whoever speaks to their computer, letters must not act. Kept per person on this device. */
export const setSingleKeys = (areOn: boolean) => {
  const userId = person()
  offStore.set(new Map(offStore.get()).set(userId, !areOn))
  try {
    if (areOn) localStorage.removeItem(storageKey(userId))
    else localStorage.setItem(storageKey(userId), '1')
  } catch {
    // A full or forbidden storage only costs the memory of it.
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

/** What is written on the key where letters are not Latin ones. */
const keyOf = ({ key, code }: KeyboardEvent) =>
  (/^[\p{L}]$/u.test(key) && !/^[a-z]$/i.test(key) ? code.replace(/^Key/, '') : key).toLowerCase()

/** Shift belongs to signs such as `?`, on a letter it is a modifier. */
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
 * A single key that acts while this is on the screen, listed under `?`. It never acts where text is
 * entered, while a dialog is open, together with a modifier, or for whoever turned such keys off.
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

/** What acts right now, each key once. */
export const useShortcutList = (): Pick<Shortcut, 'key' | 'label'>[] => {
  const usable = useStore(shortcuts).filter(({ isEnabled }) => isEnabled())
  return [...new Map(usable.map((one) => [one.key, one])).values()]
}
