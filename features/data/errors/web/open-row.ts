import type { MouseEvent } from 'react'

/** For what stands around a table: a press anywhere on a row opens what its first link opens. */
export const openRow = ({ target }: MouseEvent<HTMLElement>) => {
  if (!(target instanceof Element) || target.closest('a, button, input')) return
  if (globalThis.getSelection()?.toString()) return
  target.closest('tbody tr')?.querySelector<HTMLElement>('a[href]')?.click()
}
