import { renderHook } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { chooseTheme, oppositeTheme, resolveTheme, startTheme, storedPreference } from './theme.ts'
import { useAuthTheme, useDarkTheme } from './use-theme.ts'

describe('themes', () => {
  test('KIT-018 light and dark are each other’s opposite', () => {
    expect(oppositeTheme('light')).toBe('dark')
    expect(oppositeTheme('dark')).toBe('light')
    expect(oppositeTheme(oppositeTheme('light'))).toBe('light')
  })

  test('KIT-018 the choice is remembered, and without one the system decides', () => {
    const { documentElement } = document
    const stop = startTheme()
    expect(documentElement.dataset.theme).toBe(resolveTheme('system'))
    chooseTheme('dark')
    expect(documentElement.dataset.theme).toBe('dark')
    expect(storedPreference()).toBe('dark')
    stop()
    delete documentElement.dataset.theme
    startTheme()()
    expect(documentElement.dataset.theme).toBe('dark')
    chooseTheme('system')
    expect(storedPreference()).toBe('system')
  })

  test('KIT-018 a logged-out screen wears the auth theme and gives it back', () => {
    chooseTheme('dark')
    const { unmount } = renderHook(() => useAuthTheme())
    expect(document.documentElement.dataset.theme).toBe('auth')
    unmount()
    expect(document.documentElement.dataset.theme).toBe('dark')
  })

  test('MONI-002 a dark screen is dark whatever the preference, and gives the theme back', () => {
    const { dataset } = document.documentElement
    chooseTheme('light')
    const stop = startTheme()
    const { unmount } = renderHook(() => useDarkTheme())
    expect(dataset.theme).toBe('dark')
    chooseTheme('light')
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }))
    expect(dataset.theme).toBe('dark')
    unmount()
    expect(dataset.theme).toBe('light')
    stop()
  })
})
