import { useEffect } from 'react'
import type { DashboardRouter } from './router.tsx'

/** Loads a screen's code while the pointer is still moving to its link. */
export const usePreload = (router: DashboardRouter) => {
  useEffect(() => {
    const asked = new Set<string>()
    const onIntent = ({ target }: Event) => {
      const link =
        target instanceof Element ? target.closest<HTMLAnchorElement>('a[href^="/"]') : null
      if (!link || asked.has(link.pathname)) return
      asked.add(link.pathname)
      void router.preloadRoute({ to: link.pathname }).catch(() => undefined)
    }
    document.addEventListener('pointerover', onIntent, { passive: true })
    document.addEventListener('focusin', onIntent)
    return () => {
      document.removeEventListener('pointerover', onIntent)
      document.removeEventListener('focusin', onIntent)
    }
  }, [router])
}
