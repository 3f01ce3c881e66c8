import { type RefObject, useEffect, useState } from 'react'

/** Whether the pointer is over the element or the focus is in it. */
export const useAttention = (target: RefObject<HTMLElement | null>) => {
  const [isHovered, setIsHovered] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  useEffect(() => {
    const element = target.current
    if (!element) return undefined
    const listening = new AbortController()
    const on = (type: string, listener: (event: Event) => void) =>
      element.addEventListener(type, listener, { signal: listening.signal })
    on('pointerenter', () => setIsHovered(true))
    on('pointerleave', () => setIsHovered(false))
    on('focusin', () => setHasFocus(true))
    on('focusout', (event) => {
      const next = (event as FocusEvent).relatedTarget
      setHasFocus(next instanceof Node && element.contains(next))
    })
    return () => listening.abort()
  }, [target])
  return isHovered || hasFocus
}
