import { useEffect, useState } from 'react'
import { toasts } from '../feedback/toast-store.ts'

const copiedMs = 2000

/** Browsers give the clipboard to pages of https and of the own machine alone; elsewhere a selection is copied. */
const copySelected = (text: string) => {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.className = 'ph-visually-hidden'
  // Next to the focus, because a dialog lets nothing outside of it be selected.
  const place = before?.closest('dialog, [role=dialog], [role=alertdialog]') ?? document.body
  place.append(field)
  field.select()
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- there is no other way in such pages
    return document.execCommand('copy')
  } finally {
    field.remove()
    if (before instanceof HTMLElement) before.focus()
  }
}

const write = async (text: string) => {
  // Its declarations know secure pages only.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (clipboard) await clipboard.writeText(text)
  else if (!copySelected(text)) throw new Error('Nothing was copied.')
}

/** A secret that is not this person's to see, such as a key in a public demo, is dots: copied, they would look like a key. */
export const isDots = (text: string) => /^•+$/.test(text)

/** Copies a text and says so for two seconds; a toast says what could not be copied. KIT-037 */
export const useCopy = (failure = 'The value could not be copied') => {
  const [copiedAt, setCopiedAt] = useState<number | null>(null)
  useEffect(() => {
    if (copiedAt === null) return
    const timer = setTimeout(() => setCopiedAt(null), copiedMs)
    return () => clearTimeout(timer)
  }, [copiedAt])
  const copy = async (text: string) => {
    try {
      await write(text)
      setCopiedAt(Date.now())
      return true
    } catch {
      toasts.show({ type: 'error', title: failure })
      return false
    }
  }
  return { isCopied: copiedAt !== null, copy }
}
