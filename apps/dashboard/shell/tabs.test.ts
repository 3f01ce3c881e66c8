import { expect, test } from 'vitest'
import { anOrganization, aSession, ids } from '@playhead/web-kit/testing.tsx'
import { webFeature } from '@playhead/web-kit/web-feature.ts'
import { ownAddresses } from '../addresses.ts'
import { addressTable } from '../routing/address-table.ts'
import { openScreens } from '../routing/known-screens.ts'
import { accountTabs, settingsTabs, type TabEntry } from './navigation-entries.ts'

/** As if every screen of the tabs existed. */
const everyTab = webFeature({
  screens: [...settingsTabs, ...accountTabs].map(({ label, address }) => ({
    scope: 'settings' as const,
    address,
    title: label,
    load: async () => ({ Screen: () => null }),
  })),
})
const table = addressTable(ownAddresses, [everyTab])

const shown = (tabs: TabEntry[], session: ReturnType<typeof aSession>) => {
  const screens = openScreens(table, session, ids.organization)
  return tabs.filter(({ address }) => screens.inOrganization(address)).map(({ label }) => label)
}
const exporting = { streamingExportsLivehealthstream: true }

test('SHELL-073 the settings page has its seven tabs in this order', () => {
  expect(shown(settingsTabs, aSession({ featureFlags: exporting }))).toEqual([
    'Access Tokens',
    'Custom Dimensions',
    'Categorize Errors',
    'Signing Keys',
    'Streaming Exports',
    'Webhooks',
    'Default Video Quality',
  ])
})

test('SHELL-074 Streaming Exports shows only when an export feature is on', () => {
  expect(shown(settingsTabs, aSession())).not.toContain('Streaming Exports')
  for (const name of ['streamingExportsViewstream', 'streamingExportsLivehealthstream'])
    expect(shown(settingsTabs, aSession({ featureFlags: { [name]: true } }))).toContain(
      'Streaming Exports',
    )
})

test('SHELL-075 Default Video Quality shows only with its feature', () => {
  const without = aSession({ featureFlags: { freeVodEncodingEnabled: false } })
  expect(shown(settingsTabs, without)).not.toContain('Default Video Quality')
})

test('SHELL-076 members do not see Access Tokens, Signing Keys and Webhooks', () => {
  const member = aSession({ organization: anOrganization({ isAdmin: false }) })
  expect(shown(settingsTabs, member)).toEqual([
    'Custom Dimensions',
    'Categorize Errors',
    'Default Video Quality',
  ])
})

test('SHELL-077 the account pages have the tabs Profile, Organization and Billing and Payments', () => {
  expect(shown(accountTabs, aSession())).toEqual([
    'Profile',
    'Organization',
    'Billing and Payments',
  ])
})
