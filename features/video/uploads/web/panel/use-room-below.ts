import { useEffect, useRef } from 'react'

const property = '--room-below'

/**
 * Whatever lies above the end of the window in a corner: pages leave room for it at their end, and what gets the focus
 * is scrolled clear of it. dashboard.css
 */
export const useRoomBelow = () => {
  const element = useRef<HTMLElement>(null)
  useEffect(() => {
    const shown = element.current
    if (!shown) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => {
      style.setProperty(property, `${Math.ceil(shown.getBoundingClientRect().height)}px`)
    })
    observer.observe(shown)
    return () => {
      observer.disconnect()
      style.removeProperty(property)
    }
  }, [])
  return element
}
