import { renderHook } from '@testing-library/react'
import { createElement, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { assetTab } from '@playhead/features/video/assets/slots'
import { SlotParts } from '@playhead/web-kit/slot-parts.ts'
import type { WebScreen } from '@playhead/web-kit/web-feature.ts'
import { loadParts, useSlot } from '@playhead/web-kit/slot.ts'
import { anOrganization, aSession, ids } from '@playhead/web-kit/testing.tsx'
import { ownAddresses } from '../addresses.ts'
import { features } from '../features.ts'
import { addressTable } from '../routing/address-table.ts'
import { openScreens } from '../routing/known-screens.ts'

const table = addressTable(ownAddresses, features)

const shown = (frame: 'settings' | 'account' | 'operator', session: ReturnType<typeof aSession>) =>
  openScreens(table, session, ids.organization)
    .tabs(frame)
    .map(({ label }) => label)

// Billing and Payments has no screen yet, so its requirement is not tested here.
test('SHELL-073 the tabs of the settings page, in their order', () => {
  const exporting = { streamingExportsViewstream: true }
  expect(shown('settings', aSession({ featureFlags: exporting }))).toEqual([
    'Access Tokens',
    'Custom Dimensions',
    'Categorize Errors',
    'Signing Keys',
    'Streaming Exports',
    'Webhooks',
    'Default Video Quality',
  ])
})

test('SHELL-074 Streaming Exports shows with either of its features, and only then', () => {
  const tabs = (featureFlags: Record<string, boolean>) =>
    shown('settings', aSession({ featureFlags }))
  expect(tabs({ streamingExportsViewstream: true })).toContain('Streaming Exports')
  expect(tabs({ streamingExportsLivehealthstream: true })).toContain('Streaming Exports')
  expect(tabs({})).not.toContain('Streaming Exports')
})

test('SHELL-075 Default Video Quality shows only with its feature', () => {
  const without = aSession({ featureFlags: { freeVodEncodingEnabled: false } })
  expect(shown('settings', without)).not.toContain('Default Video Quality')
  expect(shown('settings', aSession())).toContain('Default Video Quality')
})

test('SHELL-076 members do not see Access Tokens, Signing Keys and Webhooks', () => {
  const member = aSession({ organization: anOrganization({ isAdmin: false }) })
  expect(shown('settings', member)).toEqual([
    'Custom Dimensions',
    'Categorize Errors',
    'Default Video Quality',
  ])
})

test('SHELL-077 the tabs of the account pages, in their order', () => {
  expect(shown('account', aSession())).toEqual(['Profile', 'Organization', 'Billing and Payments'])
})

test('the tabs of the operator pages keep their order, wherever their features are listed', () => {
  const session = aSession()
  const staff = { ...session, currentUser: { ...session.currentUser, internal: true } }
  expect(shown('operator', staff)).toEqual([
    'Organizations',
    'Mail',
    'Collector',
    'Alerts',
    'Prices',
    'Plans',
    'Invoices',
    'Tax',
  ])
  expect(shown('operator', session)).toEqual([])
})

test('a screen of the settings pages has a tab instead of an entry in the side navigation', () => {
  const screen: WebScreen = {
    scope: 'settings',
    address: 'settings/notes',
    title: 'Notes',
    navigation: { section: 'Data', label: 'Notes', icon: 'grid', order: 90 },
    load: async () => ({ Screen: () => null }),
  }
  expect(() => addressTable(ownAddresses, [{ screens: [screen] }])).toThrow(
    'settings/notes is no screen of the side navigation: give it a tab',
  )
})

test('features bring these tabs to the page of an asset', async () => {
  const value = () => import('../parts.ts')
  await loadParts(value)
  const wrapper = ({ children }: { children: ReactNode }) =>
    createElement(SlotParts, { value }, children)
  const { result } = renderHook(() => useSlot(assetTab), { wrapper })
  expect(result.current.map(({ address, title }) => ({ [address]: title }))).toEqual([
    { playback: 'Playback' },
    { tracks: 'Tracks' },
    { files: 'Files' },
  ])
})
