import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'

/** The link that this click would open in the same window. */
const followedBy = (event: MouseEvent) => {
  const isPlain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey)
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!isPlain || event.altKey || !(link instanceof HTMLAnchorElement)) return undefined
  return link.target === '_blank' || link.hasAttribute('download') ? undefined : link
}

/**
 * Applies pending removals before anything outside of the bar is used, so that they are in the history. Following a
 * link waits for that, because its URL may contain the question. METR-067
 */
export const useFlushBeforeLeaving = (
  bar: RefObject<HTMLElement | null>,
  isWaiting: boolean,
  flush: () => void,
) => {
  const followed = useRef<HTMLAnchorElement>(undefined)
  const onUse = useEffectEvent(({ target }: Event) => {
    if (target instanceof Node && !bar.current?.contains(target)) flush()
  })
  const onClick = useEffectEvent((event: MouseEvent) => {
    const link = followedBy(event)
    // A second click is not delayed.
    if (!link || link === followed.current) return
    event.preventDefault()
    event.stopPropagation()
    followed.current = link
    flush()
  })

  useEffect(() => {
    if (!isWaiting) return
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    document.addEventListener('pointerdown', (event) => onUse(event), options)
    document.addEventListener('focusin', (event) => onUse(event), options)
    document.addEventListener('click', (event) => onClick(event), options)
    return () => listening.abort()
  }, [isWaiting])

  useEffect(() => {
    if (isWaiting) return
    const link = followed.current
    followed.current = undefined
    link?.click()
  }, [isWaiting])
}
