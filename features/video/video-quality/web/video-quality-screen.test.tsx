import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ToastRegion } from '@playhead/ui/feedback/toast-region.tsx'
import {
  anOrganization,
  aSession,
  ids,
  openScreen,
  stopScreens,
} from '@playhead/web-kit/testing.tsx'
import { setSessionSource } from '@playhead/web-kit/session/session-loader.ts'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { Screen } from './video-quality-screen.tsx'

const address = '/organizations/$organizationId/settings/video-quality'
const home = `/organizations/${ids.organization}/settings/video-quality`
const save = 'POST /ui/v1/organization/feature'

const WithToasts = () => (
  <>
    <Screen />
    <ToastRegion />
  </>
)

const open = (
  api: ApiHandlers = {},
  { isAdmin = true, featureFlags = {} }: { isAdmin?: boolean; featureFlags?: object } = {},
) => {
  const organization = anOrganization({ isAdmin })
  return openScreen(WithToasts, {
    address,
    href: home,
    session: aSession({
      organization,
      organizations: [organization],
      featureFlags: { defaultVideoQualityVod: 'plus', ...featureFlags },
    }),
    api,
  })
}

afterEach(stopScreens)

const radio = (name: string) => screen.getByRole<HTMLInputElement>('radio', { name })
const saveButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save' })

test('ACCT-082 the choice is among the allowed qualities, each explained, and shows what holds', async () => {
  await open()
  const qualities = await screen.findAllByRole<HTMLInputElement>('radio')
  expect(qualities.map(({ value }) => value)).toEqual(['basic', 'plus', 'premium'])
  expect(radio('Plus').checked).toBe(true)
  for (const one of qualities) {
    const text = document.getElementById(one.getAttribute('aria-describedby') ?? '')?.textContent
    expect(text?.length).toBeGreaterThan(30)
  }
  expect(saveButton().disabled).toBe(true)
})

test('ACCT-082 a quality is saved as a feature of the organization, and then holds', async () => {
  const { requests } = await open({ [save]: { body: { data: anOrganizationOnTheWire } } })
  setSessionSource(async () => aSession({ featureFlags: { defaultVideoQualityVod: 'basic' } }))
  await userEvent.click(radio('Basic'))
  await userEvent.click(saveButton())
  expect(await screen.findByText('Default video quality saved')).toBeTruthy()
  expect(requests.find(({ method }) => method === 'POST')?.body).toEqual({
    feature: { name: 'defaultVideoQualityVod', value: 'basic' },
  })
  expect(radio('Basic').checked).toBe(true)
  await waitFor(() => expect(saveButton().disabled).toBe(true))
})

const anOrganizationOnTheWire = {
  id: ids.organization,
  name: 'Northlight TV',
  authenticated: true,
  is_admin: true,
  tos_required: false,
  marketplace_type: null,
  account_notifications: [],
  subscription: { current_plan: 'Custom' },
  features: { defaultVideoQualityVod: 'basic' },
  properties: [],
  payment_details: null,
  billing_information: null,
}

test('ACCT-082 a failed save says why, and the choice stays', async () => {
  await open({
    [save]: {
      status: 400,
      body: { error: { type: 'invalid_parameters', messages: ['This cannot be chosen.'] } },
    },
  })
  await userEvent.click(radio('Premium'))
  await userEvent.click(saveButton())
  expect(await screen.findByText('This cannot be chosen.')).toBeTruthy()
  expect(radio('Premium').checked).toBe(true)
})

test('ACCT-082 premium is offered where it is allowed', async () => {
  await open({}, { featureFlags: { premiumQualityRolloutEnabled: false } })
  expect(screen.getAllByRole('radio')).toHaveLength(2)
})

test('ACCT-082 members see what holds, and admins change it', async () => {
  await open({}, { isAdmin: false })
  expect(radio('Plus').matches(':disabled')).toBe(true)
  expect(screen.queryByRole('button', { name: 'Save' })).toBeNull()
  expect(screen.getByText('Administrators change it.')).toBeTruthy()
})
