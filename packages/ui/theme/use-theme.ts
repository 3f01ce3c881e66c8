import { useLayoutEffect, useSyncExternalStore } from 'react'
import { applyTheme, currentTheme, holdTheme, leaveAuthTheme } from './theme.ts'
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

/** MONI-002: dark while the screen is open, whatever the person prefers elsewhere. */
export const useDarkTheme = (): void => {
  useLayoutEffect(() => holdTheme('dark'), [])
}
