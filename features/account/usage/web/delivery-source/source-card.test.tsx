import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { ApiHandlers } from '@playhead/web-kit/testing-server.ts'
import { loadError } from '../usage-texts.ts'
import { SourceCard } from './source-card.tsx'

afterEach(stopScreens)

const path = `/ui/v1/environments/${ids.environment}/delivery-source`
const fromVideo = { source: 'video', since: null, next: null }
const fromViews = {
  source: 'views',
  since: '2026-11-03T14:00:00.000Z',
  next: { source: 'video', from: '2026-11-26T13:00:00.000Z' },
}

const openCard = (api: ApiHandlers) =>
  openScreen(() => <SourceCard environmentId={ids.environment} />, {
    address: '/organizations/$organizationId/account/billing/usage-details',
    href: `/organizations/${ids.organization}/account/billing/usage-details`,
    api,
  })

test('the card says what delivered minutes are counted from, since when, and what comes next', async () => {
  await openCard({ [`GET ${path}`]: { body: { data: fromViews } } })
  expect(await screen.findByText('Time played in views')).toBeDefined()
  expect(screen.getByText('Since Nov 3, 14:00 UTC')).toBeDefined()
  expect(screen.getByText('From Nov 26, 13:00 UTC: video that left this server')).toBeDefined()
})

test('an admin behind a CDN chooses views, and sees from when they count', async () => {
  let stored: object = fromVideo
  const { requests } = await openCard({
    [`GET ${path}`]: () => ({ body: { data: stored } }),
    [`PUT ${path}`]: () => {
      stored = { ...fromVideo, next: { source: 'views', from: '2026-11-26T13:00:00.000Z' } }
      return { body: { data: stored } }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Change' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Delivered minutes' }))
  expect(dialog.getByRole('radio', { name: /Video that left/ })).toHaveProperty('checked', true)
  await userEvent.click(dialog.getByRole('radio', { name: /Time played in views/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(requests.find(({ method }) => method === 'PUT')?.body).toEqual({
      delivery: { source: 'views' },
    }),
  )
  expect(await screen.findByText('From Nov 26, 13:00 UTC: time played in views')).toBeDefined()
})

test('BILL-012 a failure is said, and tried again', async () => {
  const answers = [{ status: 400, body: {} }]
  await openCard({ [`GET ${path}`]: () => answers.shift() ?? { body: { data: fromVideo } } })
  expect(await screen.findByText(loadError)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: /again/ }))
  expect(await screen.findByText('Video that left this server')).toBeDefined()
})
