import type { MouseEvent } from 'react'

const controls = 'a, button, input, [role=button]'

/** For the element around a table: a click anywhere on a row opens its first link, unless text is selected. */
export const openRow = (event: MouseEvent<HTMLElement>) => {
  const { target } = event
  if (event.defaultPrevented || !(target instanceof Element) || target.closest(controls)) return
  if (String(globalThis.getSelection() ?? '') !== '') return
  target.closest('tbody tr')?.querySelector<HTMLElement>('a[href]')?.click()
}
