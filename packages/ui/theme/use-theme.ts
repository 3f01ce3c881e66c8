import { useLayoutEffect, useSyncExternalStore } from 'react'
import { applyTheme, currentTheme, leaveAuthTheme } from './theme.ts'
import type { Theme } from './theme.ts'

function subscribe(listener: () => void) {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

export const useTheme = (): Theme => {
  return useSyncExternalStore(subscribe, currentTheme)
}

export const useAuthTheme = (): void => {
  useLayoutEffect(() => {
    applyTheme('auth')
    return leaveAuthTheme
  }, [])
}
