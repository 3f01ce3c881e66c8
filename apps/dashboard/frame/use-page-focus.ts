import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

const lateScreenMs = 1000

/** The page has put the focus into a field, or a person is typing already, or has opened a menu, which would close. */
const isTaken = () => {
  const focused = document.activeElement
  if (focused instanceof HTMLInputElement && focused.closest('main')) return true
  return Boolean(focused?.closest('[aria-expanded="true"], [role="menu"]'))
}

const focusHeading = () => {
  if (isTaken()) return true
  const heading = document.querySelector<HTMLElement>('main h1')
  if (!heading) return false
  heading.tabIndex = -1
  heading.focus({ preventScroll: true })
  return true
}

/** After moving to another page, screen readers and keyboard users start at its heading. */
export const usePageFocus = () => {
  const router = useRouter()
  useEffect(() => {
    let observer: MutationObserver | undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = () => {
      observer?.disconnect()
      clearTimeout(timer)
    }
    const unsubscribe = router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      stop()
      if (focusHeading()) return
      observer = new MutationObserver(() => focusHeading() && stop())
      observer.observe(document.body, { childList: true, subtree: true })
      timer = setTimeout(stop, lateScreenMs)
    })
    return () => {
      stop()
      unsubscribe()
    }
  }, [router])
}
