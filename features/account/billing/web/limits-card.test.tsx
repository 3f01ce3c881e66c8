import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { ids, openScreen, stopScreens } from '@playhead/web-kit/testing.tsx'
import type { GivenResponse } from '@playhead/web-kit/testing-server.ts'
import { Part } from './limits-card.tsx'

afterEach(stopScreens)

const address = `/organizations/${ids.organization}/account/billing`

const open = (answer: () => GivenResponse) =>
  openScreen(Part, { address, api: { 'GET /ui/v1/organization/billing': answer } })

const planOf = (limits: object[]): GivenResponse => ({
  body: { data: { plan: 'Free', month: '2026-11', limits } },
})

test('what the plan includes is shown with how much of it is used', async () => {
  await open(() =>
    planOf([
      { subject: 'videos', included: 10, used: 4 },
      { subject: 'delivered_minutes', included: 100_000, used: 81_250 },
      { subject: 'views', included: 100_000, used: 130_000 },
    ]),
  )
  const bars = await screen.findAllByRole('progressbar')
  expect(
    bars.map((bar) =>
      ['label', 'valuenow', 'valuetext'].map((name) => bar.getAttribute(`aria-${name}`)),
    ),
  ).toEqual([
    ['Videos', '40', '4 of 10'],
    ['Delivery minutes', '81', '81.3k of 100k'],
    ['Views of other videos', '100', '130k of 100k'],
  ])
})

test('a plan without limits has no card', async () => {
  const { requests, container } = await open(() => planOf([]))
  await expect.poll(() => requests.length).toBe(1)
  expect(container.textContent).toBe('')
})

test('BILL-012 what cannot be loaded says so and is tried again', async () => {
  let isBroken = true
  await open(() =>
    isBroken
      ? { status: 500, body: { error: { type: 'internal', messages: ['Broken.'] } } }
      : planOf([{ subject: 'videos', included: 10, used: 4 }]),
  )
  expect(await screen.findByText(/having trouble loading this page/)).toBeTruthy()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('4 of 10')).toBeTruthy()
})
