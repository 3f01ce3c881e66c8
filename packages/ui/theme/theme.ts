export type Theme = 'light' | 'dark' | 'auth'
export type ThemePreference = 'light' | 'dark' | 'system'

const storageKey = 'theme'

export const oppositeTheme = (theme: 'light' | 'dark'): 'light' | 'dark' => {
  return theme === 'light' ? 'dark' : 'light'
}

export const storedPreference = (): ThemePreference => {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    return 'system'
  }
}

function systemTheme(): 'light' | 'dark' {
  return window.matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'
}

export const resolveTheme = (preference: ThemePreference): 'light' | 'dark' => {
  return preference === 'system' ? systemTheme() : preference
}

export const currentTheme = (): Theme => {
  const { theme } = document.documentElement.dataset
  return theme === 'dark' || theme === 'auth' ? theme : 'light'
}

export const applyTheme = (theme: Theme): void => {
  document.documentElement.dataset.theme = theme
}

/** Set while a screen has one theme whatever the person prefers. */
let held: 'light' | 'dark' | undefined

export const leaveAuthTheme = (): void => {
  applyTheme(held ?? resolveTheme(storedPreference()))
}

/** The returned function gives the theme back to the person's preference. MONI-002 */
export const holdTheme = (theme: 'light' | 'dark'): (() => void) => {
  held = theme
  applyTheme(theme)
  return () => {
    held = undefined
    leaveAuthTheme()
  }
}

export const chooseTheme = (preference: ThemePreference): void => {
  try {
    if (preference === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, preference)
  } finally {
    applyTheme(held ?? resolveTheme(preference))
  }
}

// The overlay library adds a style element unless one with this id exists; the content policy refuses it, and base.css has its rule.
function claimPressStyle(): void {
  const id = 'react-aria-pressable-style'
  if (document.getElementById(id)) return
  const claim = document.createElement('meta')
  claim.id = id
  document.head.append(claim)
}

export const startTheme = (): (() => void) => {
  claimPressStyle()
  const apply = () => {
    if (currentTheme() !== 'auth') applyTheme(held ?? resolveTheme(storedPreference()))
  }
  apply()
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey) apply()
  }
  system.addEventListener('change', apply)
  window.addEventListener('storage', onStorage)
  return () => {
    system.removeEventListener('change', apply)
    window.removeEventListener('storage', onStorage)
  }
}
