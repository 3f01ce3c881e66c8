import { expect, test } from 'vitest'
import { anOrganization, aSession, ids } from '@playhead/web-kit/testing.tsx'
import { ownAddresses } from '../addresses.ts'
import { features } from '../features.ts'
import { addressTable } from '../routing/address-table.ts'
import { openScreens } from '../routing/known-screens.ts'
import { accountTabs, settingsTabs, type TabEntry } from './navigation-entries.ts'

const table = addressTable(ownAddresses, features)

const shown = (tabs: TabEntry[], session: ReturnType<typeof aSession>) => {
  const screens = openScreens(table, session, ids.organization)
  return tabs.filter(({ address }) => screens.inOrganization(address)).map(({ label }) => label)
}

// Streaming Exports, and Billing and Payments, come with their screens; so do the lines that want them there.
test('the tabs of the settings page are those whose screens there are, in their order', () => {
  const exporting = { streamingExportsLivehealthstream: true }
  expect(shown(settingsTabs, aSession({ featureFlags: exporting }))).toEqual([
    'Access Tokens',
    'Custom Dimensions',
    'Categorize Errors',
    'Signing Keys',
    'Webhooks',
    'Default Video Quality',
  ])
})

test('SHELL-075 Default Video Quality shows only with its feature', () => {
  const without = aSession({ featureFlags: { freeVodEncodingEnabled: false } })
  expect(shown(settingsTabs, without)).not.toContain('Default Video Quality')
  expect(shown(settingsTabs, aSession())).toContain('Default Video Quality')
})

test('SHELL-076 members do not see Access Tokens, Signing Keys and Webhooks', () => {
  const member = aSession({ organization: anOrganization({ isAdmin: false }) })
  expect(shown(settingsTabs, member)).toEqual([
    'Custom Dimensions',
    'Categorize Errors',
    'Default Video Quality',
  ])
})

test('the tabs of the account pages are those whose screens there are, in their order', () => {
  expect(shown(accountTabs, aSession())).toEqual(['Profile', 'Organization'])
})
