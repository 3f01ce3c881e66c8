import type { MouseEvent } from 'react'

const controls = 'a, button, input, [role=button]'

/** For what stands around a table: a press anywhere on a row opens its first link; whoever marks text means the text. */
export const openRow = (event: MouseEvent<HTMLElement>) => {
  const { target } = event
  if (event.defaultPrevented || !(target instanceof Element) || target.closest(controls)) return
  if (String(globalThis.getSelection() ?? '') !== '') return
  target.closest('tbody tr')?.querySelector<HTMLElement>('a[href]')?.click()
}
