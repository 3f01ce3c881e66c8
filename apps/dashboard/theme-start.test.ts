import { afterEach, expect, test, vi } from 'vitest'
import { startTheme } from '@playhead/ui/theme/theme.ts'
import { aSession } from '@playhead/web-kit/testing.tsx'
import { sessionKey } from '@playhead/web-kit/session/session-store.ts'
import { ownAddresses } from './addresses.ts'
import { features } from './features.ts'
import page from './index.html?raw'
import script from './public/theme-start.js?raw'
import { addressTable } from './routing/address-table.ts'
import { dashboardWeb } from './screens/dashboard-web.ts'

// oxlint-disable-next-line typescript/no-implied-eval -- our own file, run as a script like on the page.
const startEarly = new Function(script) as () => void
const { dataset } = document.documentElement

const themeAfter = (run: () => void) => {
  delete dataset.theme
  run()
  return dataset.theme
}

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  history.replaceState(null, '', '/')
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

const own = new Set(dashboardWeb.screens.map(({ address }) => `/${address}`))
const table = addressTable(ownAddresses, features)

test.each([
  { who: 'nobody', session: null },
  { who: 'somebody who was here before', session: JSON.stringify(aSession()) },
  { who: 'a visitor of a public demo', session: JSON.stringify(aSession({ visitor: true })) },
])('KIT-018 $who gets the logged-out theme exactly where such a screen comes', ({ session }) => {
  localStorage.setItem('theme', 'dark')
  if (session) localStorage.setItem(sessionKey, session)
  const themes = table.map((address) => {
    history.replaceState(null, '', address.path.replaceAll('$', ''))
    return [address.path, themeAfter(startEarly)]
  })
  const expected = table.map(({ path, frame, session: needs }) => {
    const leadsOn = session !== null && !session.includes('"visitor":true') && needs === 'none'
    return [path, frame === 'none' && !own.has(path) && !leadsOn ? 'auth' : 'dark']
  })
  expect(themes).toEqual(expected)
  expect(expected.filter(([, theme]) => theme === 'auth').length).toBeGreaterThan(10)
})

test.each(['monitoring', 'monitoring/current-average-bitrate/'])(
  'MONI-002 the first paint of %s is dark, whatever the preference',
  (screen) => {
    localStorage.setItem('theme', 'light')
    history.replaceState(null, '', `/organizations/o1/environments/e1/${screen}`)
    expect(themeAfter(startEarly)).toBe('dark')
    history.replaceState(null, '', '/organizations/o1/environments/e1/metrics')
    expect(themeAfter(startEarly)).toBe('light')
  },
)

test('KIT-018 the early logged-out theme stays until the page takes over', () => {
  history.replaceState(null, '', '/login/')
  expect(themeAfter(startEarly)).toBe('auth')
  startTheme()()
  expect(dataset.theme).toBe('auth')
})

test('KIT-018 the page runs the theme before it paints', () => {
  const head = page.slice(0, page.indexOf('</head>'))
  expect(head).toContain('<script src="/theme-start.js"></script>')
})
