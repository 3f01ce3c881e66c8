import { afterEach, expect, test, vi } from 'vitest'
import { startTheme } from '@playhead/ui/theme.ts'
import page from './index.html?raw'
import script from './public/theme-start.js?raw'

// oxlint-disable-next-line typescript/no-implied-eval -- our own file, run the way the page runs it: as a script.
const startEarly = new Function(script) as () => void
const { dataset } = document.documentElement

const themeAfter = (run: () => void) => {
  delete dataset.theme
  run()
  return dataset.theme
}

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.removeItem('theme')
  delete dataset.theme
})

test.each([
  { stored: 'dark', isSystemDark: false, theme: 'dark' },
  { stored: 'light', isSystemDark: true, theme: 'light' },
  { stored: null, isSystemDark: true, theme: 'dark' },
  { stored: null, isSystemDark: false, theme: 'light' },
  { stored: 'sepia', isSystemDark: true, theme: 'dark' },
])(
  'KIT-018 the first paint already has the theme: stored $stored, system dark $isSystemDark',
  ({ stored, isSystemDark, theme }) => {
    const answer = Object.assign(window.matchMedia('all'), {})
    vi.spyOn(answer, 'matches', 'get').mockReturnValue(isSystemDark)
    vi.spyOn(window, 'matchMedia').mockReturnValue(answer)
    if (stored !== null) localStorage.setItem('theme', stored)
    expect(themeAfter(startEarly)).toBe(theme)
    expect(themeAfter(() => startTheme()())).toBe(theme)
  },
)

test('KIT-018 the page runs the theme before it paints', () => {
  const head = page.slice(0, page.indexOf('</head>'))
  expect(head).toContain('<script src="/theme-start.js"></script>')
})
