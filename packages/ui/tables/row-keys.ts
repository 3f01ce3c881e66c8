import type { KeyboardEvent } from 'react'

const steps: Record<string, number> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 }
const typing = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox]'

/**
 * For the element around a table: J and K or the arrows move from row to row, Home and End to the first and last. The
 * first control of a row gets the focus.
 */
export const onRowKeys = (event: KeyboardEvent<HTMLElement>) => {
  const { key, target, currentTarget } = event
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
  if (!(target instanceof Element) || target.closest(typing)) return
  const here = target.closest('tbody tr')
  const rows = [...currentTarget.querySelectorAll('tbody tr:not([data-plain])')]
  const at = here ? rows.indexOf(here) : -1
  if (at < 0) return
  const step = steps[key]
  const next =
    step !== undefined ? at + step : key === 'Home' ? 0 : key === 'End' ? rows.length - 1 : -1
  const control = rows[next]?.querySelector<HTMLElement>('button, a[href]')
  if (!control) return
  event.preventDefault()
  control.focus()
}
